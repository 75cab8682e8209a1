### The step "compare".

compare-title = Comparer les versions
compare-lead = Moins de risque coûte du détail. Choisissez la version assez sûre qui en dit le plus.
compare-none = Rien à comparer pour l’instant : produisez d’abord une version.
compare-plot = Risque et perte
compare-loss = Information perdue
compare-risk = Plus grand risque d’être retrouvé
compare-measures = Mesures
compare-measure = Mesure
compare-verdict = Verdict
compare-guarantees = Garanties
compare-holds = { $name } tenu
compare-fails = { $name } non tenu
compare-k = plus petit groupe (k)
compare-l = plus petit nombre de valeurs sensibles d’un groupe (l)
compare-t = plus grande distance d’un groupe (t)
compare-classes = groupes
compare-left = lignes omises
compare-precision = précision conservée
compare-discernibility = discernabilité (moins, c’est mieux)
compare-average = taille des groupes, par rapport à l’idéal
compare-time = durée
compare-choose = Regarder de plus près
compare-tabs = Vues
compare-distributions = Répartitions
compare-rows = Lignes côte à côte
compare-lattice = Treillis
compare-regions = Régions
compare-before = avant
compare-after = après
compare-original = Original
compare-release = Version protégée
compare-part = Table { $n } de la version
compare-unaligned = Les lignes de cette table ne correspondent pas à des lignes isolées de l’original.
compare-lattice-help = Chaque point est une combinaison de niveaux, de l’exact (en bas) au tout (en haut).
compare-lattice-label = Treillis de { $n } combinaisons de niveaux ; { $chosen } a été choisie
compare-lattice-part = { $shown } combinaisons sur { $size } sont montrées : celles qui ont été examinées.
compare-lattice-dense = Avec autant de combinaisons, celles qui n’ont pas été examinées sont omises.
compare-node-chosen = choisie
compare-node-satisfies = satisfait la demande
compare-node-checked = examinée, ne satisfait pas
compare-node-pruned = non examinée : une autre a tranché
compare-node-outliers = { $n ->
    [one] { $n } ligne serait omise
   *[other] { $n } lignes seraient omises
}
compare-node-loss = perte { $loss }
compare-regions-x = En largeur
compare-regions-y = En hauteur
compare-regions-label = { $n ->
    [one] { $n } région sur { $x } et { $y }
   *[other] { $n } régions sur { $x } et { $y }
}
compare-regions-help = Chaque boîte est un groupe de personnes semblables dans la version. Plus c’est foncé, plus il y a de monde pour sa taille.
compare-regions-two = Les régions demandent deux quasi-identifiants.
compare-unavailable = Cette vue n’existe pas pour cette technique.
