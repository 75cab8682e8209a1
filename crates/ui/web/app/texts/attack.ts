//! Texts of the page "attacks".

import type { Texts } from "./texts.ts";

export const attack = {
  "attack.title": ["Attack your own release", "Attaquer sa propre version"],
  "attack.lead": ["The program plays somebody who tries to find people or their secrets in the release, and counts how often that works.", "Le programme joue quelqu’un qui cherche des personnes ou leurs secrets dans la version, et compte combien de fois il y parvient."],
  "attack.run": ["Start the attacks", "Lancer les attaques"],
  "attack.which": ["Release to attack", "Version à attaquer"],
  "attack.none": ["There is no release to attack yet.", "Il n’y a pas encore de version à attaquer."],
  "attack.kind": ["Attack", "Attaque"],
  "attack.attribute": ["Column", "Colonne"],
  "attack.risk": ["Success beyond chance", "Réussite au-delà du hasard"],
  "attack.high": ["At most", "Au plus"],
  "attack.job": ["Attacks on {name}", "Attaques de {name}"],
} as const satisfies Texts;
