### The page "attacks".

attack-title = Attaquer sa propre version
attack-lead = Le programme joue quelqu’un qui cherche des personnes ou leurs secrets dans la version, et compte combien de fois il y parvient.
attack-run = Lancer les attaques
attack-which = Version à attaquer
attack-none = Il n’y a pas encore de version à attaquer.
attack-kind = Attaque
attack-attribute = Colonne
attack-risk = Réussite au-delà du hasard
attack-high = Au plus
attack-job = Attaques de { $name }
