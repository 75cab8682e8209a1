//! Texts of the step "open".

import type { Texts } from "./texts.ts";

export const open = {
  "open.title": ["Open a table of people", "Ouvrir une table de personnes"],
  "open.lead": ["One row for each person, names of columns in the first row. The file is read on this computer and is never changed.", "Une ligne par personne, les noms des colonnes dans la première ligne. Le fichier est lu sur cet ordinateur et n’est jamais modifié."],
  "open.drop": ["Drop a spreadsheet here", "Déposez une feuille de calcul ici"],
  "open.kinds": [".ods, .xlsx, .csv or .parquet, up to {size}", ".ods, .xlsx, .csv ou .parquet, jusqu’à {size}"],
  "open.choose": ["Choose a file…", "Choisir un fichier…"],
  "open.reading": ["Reading {name}…", "Lecture de {name}…"],
  "open.failed": ["{name} cannot be opened", "{name} ne peut pas être ouvert"],
  "open.examples": ["Or try an example", "Ou essayez un exemple"],
  "open.folder": ["Or open a file of the shared folder", "Ou ouvrez un fichier du dossier partagé"],
  "open.up": ["Up", "Dossier parent"],
  "open.others": ["Open tables", "Tables ouvertes"],
  "open.remove": ["Close {name}", "Fermer {name}"],
  "open.show": ["Show {name}", "Montrer {name}"],
  "open.preview": ["What is in {name}", "Ce que contient {name}"],
  "open.size": ["{rows} rows, {columns} columns", "{rows} lignes, {columns} colonnes"],
  "open.distinct": ["{n} value|{n} values", "{n} valeur|{n} valeurs"],
  "open.missing": ["{n} missing", "{n} manquante|{n} manquantes"],
  "open.complete": ["none missing", "aucune manquante"],
  "open.histogram": ["How the values of {name} are spread", "Répartition des valeurs de {name}"],
  "open.contradicting": ["{n} cell does not fit the others|{n} cells do not fit the others", "{n} cellule ne va pas avec les autres|{n} cellules ne vont pas avec les autres"],
} as const satisfies Texts;
