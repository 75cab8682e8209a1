### The way to protect "sweep".
sweep-lead = Moins de risque coûte du détail. Voici combien : chaque technique est essayée avec chaque taille de groupes, et rien n’est gardé tant que vous n’avez pas choisi.
sweep-job = Plusieurs à la fois
sweep-what = Que faut-il essayer
sweep-techniques = Techniques
sweep-sizes = Tailles des groupes (k)
sweep-sizes-help = Des nombres séparés par des virgules.
sweep-run = { $n ->
    [one] Essayer { $n } combinaison
   *[other] Essayer { $n } combinaisons
}
sweep-found = Ce qui en est sorti
sweep-read = Les points les plus à gauche gardent le plus de détail, les plus bas sont les plus sûrs. « Bon choix » signifie qu’aucun autre candidat n’est aussi bon en tout.
sweep-best = bon choix
sweep-best-help = Aucun autre candidat n’est aussi bon en tout ceci et meilleur en un point : risque maximal, risque moyen, lignes dont la valeur sensible est certaine, information perdue, lignes écartées, exactitude. Un candidat qui a perdu plus de 90 % de l’information, ou dont le risque maximal dépasse ce que permet k, n’est jamais marqué.
sweep-make = La produire
sweep-make-of = La produire : { $name }
