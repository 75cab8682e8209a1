### The step "hierarchies".

hierarchies-title = Dire comment les valeurs deviennent moins précises
hierarchies-lead = Une hiérarchie regroupe les valeurs pas à pas : 69100 → 691** → 69*** → *. Les techniques qui coupent elles-mêmes s’en passent ; les autres en demandent une par quasi-identifiant.
hierarchies-columns = Quasi-identifiants
hierarchies-none = Il n’y a pas de quasi-identifiant. Choisissez-en à l’étape 2.
hierarchies-has = a une hiérarchie
hierarchies-without = pas encore
hierarchies-way = Comment regrouper { $name }
hierarchies-intervals = Intervalles
hierarchies-masking = Masquage
hierarchies-dates = Calendrier
hierarchies-order = Ordre
hierarchies-groups = Groupes choisis
hierarchies-frequency = Valeurs rares
hierarchies-file = D’un fichier
hierarchies-propose = Utiliser celles proposées
hierarchies-missing = { $n ->
    [one] { $columns } n’a pas encore de hiérarchie ; les techniques par niveaux en demandent une.
   *[other] { $columns } n’ont pas encore de hiérarchie ; les techniques par niveaux en demandent une pour chaque colonne.
}
hierarchies-keep = Utiliser cette hiérarchie
hierarchies-kept = Cette hiérarchie est utilisée
hierarchies-drop = S’en passer
hierarchies-import = Importer un CSV…
hierarchies-export = Exporter en CSV
hierarchies-imported = La hiérarchie de { $name } a été lue dans un fichier.
hierarchies-preview = Ce que deviennent les valeurs
hierarchies-value = Valeur
hierarchies-level = Niveau { $n }
hierarchies-group-count = { $n ->
    [one] { $n } groupe
   *[other] { $n } groupes
}
hierarchies-more = { $n ->
    [one] { $n } autre valeur
   *[other] { $n } autres valeurs
}
hierarchies-cut = Couper selon
hierarchies-cut-widths = des largeurs
hierarchies-cut-bounds = des bornes choisies
hierarchies-cut-count = un nombre d’intervalles
hierarchies-widths = Largeurs, de fine à grossière
hierarchies-widths-help = chacune multiple de la précédente : 5; 10; 20
hierarchies-bounds = Bornes
hierarchies-bounds-help = Glissez les poignées sur l’histogramme, ou utilisez les flèches du clavier.
hierarchies-bound = Borne { $n }
hierarchies-bound-add = Ajouter une borne
hierarchies-bound-remove = Retirer la dernière borne
hierarchies-count = Nombre d’intervalles
hierarchies-equal = Égaux en
hierarchies-equal-width = largeur
hierarchies-equal-frequency = nombre de lignes
hierarchies-factor = Intervalles d’un niveau qui en font un du suivant
hierarchies-side = Masquer depuis
hierarchies-side-right = la fin
hierarchies-side-left = le début
hierarchies-steps = Caractères masqués à chaque niveau
hierarchies-steps-help = 1; 2 en masque un, puis deux de plus ; vide = un à la fois
hierarchies-units = Niveaux
hierarchies-unit-day = jour
hierarchies-unit-week = semaine
hierarchies-unit-month = mois
hierarchies-unit-quarter = trimestre
hierarchies-unit-year = année
hierarchies-unit-decade = décennie
hierarchies-sizes = Valeurs par groupe, à chaque niveau
hierarchies-order-values = Ordre des valeurs, une par ligne
hierarchies-order-help = vide = leur ordre naturel
hierarchies-rows = Nombre minimal de lignes d’un groupe
hierarchies-other = Nom des valeurs rares
hierarchies-tree = Groupes du niveau { $n }
hierarchies-loose = Hors groupe
hierarchies-group-new = Nouveau groupe
hierarchies-group-name = Nom du groupe
hierarchies-group-remove = Dissoudre { $name }
hierarchies-move = { $n ->
    [one] Déplacer { $n } choisie vers
   *[other] Déplacer { $n } choisies vers
}
hierarchies-move-do = Déplacer
hierarchies-move-help = Glissez les valeurs dans des groupes. Ou choisissez-les d’un clic ou avec la barre d’espace, puis déplacez-les avec la liste ci-dessous.
hierarchies-level-add = Ajouter un niveau au-dessus
hierarchies-level-remove = Retirer le niveau du haut
hierarchies-many = Il y a trop de valeurs pour les trier à la main ; les { $n } plus fréquentes sont montrées.
