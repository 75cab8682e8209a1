//! Texts of the step "publish".

import type { Texts } from "./texts.ts";

export const publish = {
  "publish.title": ["Publish the release", "Publier la version protégée"],
  "publish.lead": ["Only what was verified can be taken from here.", "On ne peut emporter d’ici que ce qui a été vérifié."],
  "publish.which": ["Release", "Version"],
  "publish.none": ["There is no release yet.", "Il n’y a pas encore de version protégée."],
  "publish.verified": ["Verified", "Vérifié"],
  "publish.means": ["Nobody in this release can be told apart from fewer than {k} people by {columns}.", "Dans cette version, {columns} ne distinguent jamais une personne parmi moins de {k}."],
  "publish.format": ["Format", "Format"],
  "publish.ods": [".ods, OpenDocument", ".ods, OpenDocument"],
  "publish.xlsx": [".xlsx, Excel", ".xlsx, Excel"],
  "publish.csv": [".csv, text", ".csv, texte"],
  "publish.parquet": [".parquet, Parquet", ".parquet, Parquet"],
  "publish.name": ["File name", "Nom du fichier"],
  "publish.name.of": ["Name of file {n}", "Nom du fichier {n}"],
  "publish.download": ["Download {name}", "Télécharger {name}"],
  "publish.folder": ["Write into the shared folder", "Écrire dans le dossier partagé"],
  "publish.force": ["Replace files of the same name", "Remplacer les fichiers du même nom"],
  "publish.write": ["Write", "Écrire"],
  "publish.written": ["Written: {names}", "Écrit : {names}"],
  "publish.report": ["Report", "Rapport"],
  "publish.report.lead": ["Why the release is safe, what it lost and how it was made, in words. It holds no value of a person.", "Pourquoi la version est sûre, ce qu’elle a perdu et comment elle a été faite, en mots. Il ne contient aucune valeur d’une personne."],
  "publish.report.open": ["Open in a new tab", "Ouvrir dans un nouvel onglet"],
  "publish.report.show": ["Show it here", "L’afficher ici"],
  "publish.report.as": ["Report as {format}", "Rapport en {format}"],
  "publish.project": ["Do it again", "Recommencer à l’identique"],
  "publish.project.lead": ["The project file holds every decision made here. With it, “bauta run” makes the same release without this page.", "Le fichier de projet contient toutes les décisions prises ici. Avec lui, « bauta run » refait la même version sans cette page."],
  "publish.project.changed": ["Settings have changed since this release was made.", "Des réglages ont changé depuis la production de cette version."],
  "publish.project.back": ["Go back to its settings", "Revenir à ses réglages"],
  "publish.files": ["Files", "Fichiers"],
} as const satisfies Texts;
