### The way to protect "synthesis": fictitious rows.

way-synthesis = Personnes fictives
way-synthesis-help = Une table de personnes qui n’existent pas, semblable dans l’ensemble. La ligne de personne n’y figure.
synthesis-lead = Un modèle de la table est appris, et des lignes en sont tirées. Le résultat a les mêmes colonnes et les mêmes formats. Voyez combien il est utile, et combien proche des personnes, avant de le transmettre.
synthesis-what = Que faut-il produire
synthesis-method = Méthode
synthesis-method-coclusters = Co-clusters
synthesis-method-coclusters-help = Des groupes d’au moins k lignes semblables ; chaque ligne fictive est tirée d’un groupe. Vous choisissez la finesse.
synthesis-method-trees = Arbres
synthesis-method-trees-help = Chaque colonne d’après celles qui la précèdent, en effectifs d’au moins k lignes. Au plus près de la table ; k est une règle d’usage, pas une preuve.
synthesis-method-noisy = Tables bruitées
synthesis-method-noisy-help = Confidentialité différentielle : une preuve pour chacun, quoi que sache un attaquant. Exige les valeurs que chaque colonne peut prendre.
synthesis-k = Lignes du plus petit groupe (k)
synthesis-k-trees = Lignes du plus petit effectif (k)
synthesis-k-help = Le modèle ne dit rien de moins de personnes que cela.
synthesis-k-wrong = Un nombre entier, 2 ou plus.
synthesis-epsilon = Perte de confidentialité (ε)
synthesis-epsilon-help = 1 est usuel ; 10 protège peu. Plus petit est plus sûr et moins exact.
synthesis-epsilon-wrong = Un nombre au-dessus de 0.
synthesis-detail = Finesse
synthesis-detail-optimal = autant que les données le justifient
synthesis-detail-optimal-help = Les groupes que trouve le critère, réunis jusqu’à ce que chacun ait k lignes.
synthesis-detail-fine = autant que k le permet
synthesis-detail-fine-help = Les groupes sont encore divisés tant que chaque part a k lignes : plus près de la table à tous égards.
synthesis-rows = Lignes à tirer
synthesis-rows-help = Vide : autant que de lignes apprises ({ $n } au plus).
synthesis-rows-wrong = Un nombre entier, 1 ou plus, ou rien.
synthesis-seed-help = La même graine tire les mêmes lignes.
synthesis-seed-noisy = Pour le tirage ; le bruit lui-même vient du système, et n’est jamais deux fois le même.
synthesis-seed-wrong = Un nombre entier, 0 ou plus.
synthesis-seconds = Limite de temps (secondes)
synthesis-seconds-help = Vide : jusqu’au bout de la recherche. Avec une limite, une autre exécution peut trouver un autre modèle.
synthesis-seconds-wrong = Un nombre entier, 1 ou plus, ou rien.
synthesis-keep-out = Tenir un cinquième des lignes à l’écart, pour mesurer la protection face à des personnes qui n’y ont pas eu part
synthesis-drop = Colonnes à écarter
synthesis-drop-help = Ce qui nomme une personne doit partir : une ligne fictive n’est à personne.
synthesis-values = Valeurs que les colonnes peuvent prendre
synthesis-values-help = Des mots séparés par des virgules, ou des nombres entiers de .. à. Écrivez ce qui pourrait s’y trouver, non ce qui s’y trouve : une liste lue dans les lignes trahit qui est seul à avoir une valeur. Les colonnes avec un fichier de hiérarchie (étape 3) n’en ont pas besoin.
synthesis-values-example = f, m ou 0..120
synthesis-make = Produire les lignes fictives
synthesis-which = Quelle table
synthesis-clusters = { $n ->
    [one] { $n } groupe
   *[other] { $n } groupes
}
synthesis-falling = La recherche : le critère
synthesis-falling-lead = Moins il en faut pour décrire la table par des groupes, mieux c’est. La courbe descend à mesure que de meilleurs groupes sont trouvés.
synthesis-time = secondes
synthesis-criterion = critère
synthesis-level = Choisir le niveau
synthesis-level-lead = Moins de groupes sont plus grands et plus sûrs, et disent moins. Aucun groupe ne peut être plus petit que k = { $k } ; ce qui est plus fin n’est pas proposé. Tirer à nouveau ne prend qu’un instant.
synthesis-level-slider = Nombre de groupes
synthesis-level-said = { $n ->
    [one] { $n } groupe de { $most } lignes ; { $share } de ce que disent les meilleurs groupes
   *[other] { $n } groupes de { $least } à { $most } lignes ; { $share } de ce que disent les meilleurs groupes
}
synthesis-level-draw = { $n ->
    [one] Tirer avec { $n } groupe
   *[other] Tirer avec { $n } groupes
}
synthesis-row-clusters = groupes de lignes
synthesis-smallest = plus petit groupe
synthesis-largest = plus grand groupe
synthesis-kept = gardé de ce que disent les meilleurs groupes
synthesis-made-rows = lignes
synthesis-made-of = { $n } tirées, apprises de { $of }
synthesis-made-clusters = groupes
synthesis-made-clusters-said = { $rows } de lignes ({ $least } à { $most } chacun) × { $values } de valeurs
synthesis-copies = copies de lignes réelles uniques
synthesis-copies-said = { $n } ({ $equal } lignes sont égales à une ligne réelle)
synthesis-held-out = lignes tenues à l’écart
synthesis-evaluate = Que vaut-elle ?
synthesis-evaluation = Ce qu’elle vaut : { $name }
synthesis-reading-good = Rien d’anormal
synthesis-reading-mixed = Avec des réserves
synthesis-reading-bad = Des lignes de personnes sont répétées
synthesis-views = Parties de l’évaluation
synthesis-one-way = Colonnes
synthesis-pairs = Paires de colonnes
synthesis-models = Modèles
synthesis-near = Proximité des personnes
synthesis-variation-lead = Variation totale : la moitié de la somme des écarts de proportions ; 0 = pareil. À côté, ce que donnerait par hasard un échantillon des lignes réelles.
synthesis-one-mean = une colonne, moyenne
synthesis-two-mean = deux colonnes, moyenne
synthesis-beside = { $value } (par hasard { $chance })
synthesis-propensity = distinguées des lignes réelles
synthesis-propensity-said = rapport de propension { $ratio } (idéal : 1), AUC d’une forêt { $auc } (idéal : 0,5)
synthesis-column = colonne
synthesis-column-other = avec
synthesis-variation = lignes fictives
synthesis-chance = un échantillon donnerait
synthesis-pairs-variation = Variation totale des paires
synthesis-pairs-association = Écart des associations
synthesis-predicting = Prédire { $target }
synthesis-tested = { $n ->
    [one] Testé sur { $n } ligne réelle ; sans rien savoir, on a raison pour { $share }.
   *[other] Testé sur { $n } lignes réelles ; sans rien savoir, on a raison pour { $share }.
}
synthesis-model = modèle
synthesis-accuracy-real = exactitude, appris de lignes réelles
synthesis-accuracy-made = exactitude, appris de lignes fictives
synthesis-auc-real = AUC, appris de lignes réelles
synthesis-auc-made = AUC, appris de lignes fictives
synthesis-equal = lignes égales à une ligne réelle
synthesis-equal-unique = lignes égales à une ligne réelle unique
synthesis-repeated = lignes réelles uniques répétées
synthesis-beside-people = { $value } (personnes tenues à l’écart : { $people })
synthesis-closest = distance à la ligne réelle la plus proche, médiane
synthesis-ratio = rapport à la deuxième plus proche, médiane
synthesis-nearer = plus proches de la table que des personnes tenues à l’écart (idéal : 50 %)
synthesis-near-lead = La mesure est ce qu’atteignent des personnes qui n’y ont pas eu part ({ $n } lignes). Les risques sont ce que les attaques obtiennent au-delà, ou au-delà du hasard.
synthesis-attacks = attaque
synthesis-risk = risque
synthesis-interval = avec confiance
synthesis-near-alone = Personne n’a été tenu à l’écart de cette table ; les attaques ne sont donc comparées qu’au hasard.
synthesis-report = L’évaluation en document
synthesis-study = Évaluer tous les niveaux
synthesis-study-help = Évaluer tous les niveaux réapprend sur quatre cinquièmes des lignes, et dure environ deux fois la recherche.
synthesis-study-title = Niveau par niveau
synthesis-study-lead = Appris sur { $n } lignes, testé sur { $out } tenues à l’écart. Plus les groupes sont fins, plus les modèles apprennent, et moins il y a de lignes auxquelles une personne inconnue peut être attribuée.
synthesis-attribution = part des lignes qui conviennent à une personne inconnue
synthesis-agreement = Les deux co-classifications s’accordent-elles ?
synthesis-agreement-lead = Les lignes fictives sont co-classifiées elles aussi. Les lignes sont les groupes de la vraie table, les colonnes ceux de la fictive ; les teintes, des parts des personnes tenues à l’écart. { $share } vont dans le même groupe.
synthesis-study-report = Les niveaux en document
