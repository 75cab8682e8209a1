### The way to protect "guide": the guided path.

way-guide = Guidé
way-guide-help = Quelques questions ; Bauta suggère, mesure et argumente. Commencez ici si vous hésitez.
guide-lead = Cinq étapes : la situation, ce qui compte, ce qui est suggéré, ce qui en est sorti, votre choix. Le rapport dit pourquoi.
guide-also = Le projet exige aussi : { $names }. Ces exigences valent ici également ; changez-les sous « Une technique ».
guide-context = 1. La situation
guide-context-lead = Ce que disent les données est rempli, avec sa raison. Ce que vous seul savez a une réponse usuelle ; changez ce qui ne convient pas.
guide-origin-answered = votre réponse
guide-origin-deduced = d’après les données
guide-origin-default = usuel
guide-origin-computed = en découle
guide-risk-wrong = Le risque doit être au-dessus de 0 et d’au plus 100 %.
guide-suppression-wrong = La part doit être de 0 à 100 %.
guide-target = ce qui sera prédit
guide-target-wrong = Nommez la colonne qui sera prédite.
guide-any = indifférent
guide-any-help = Tous les types de généralisation conviennent.
guide-yes = oui
guide-no = non
guide-deduced = d’après les données { $value }
guide-size-small = petite
guide-size-large = grande
guide-facts = { $n ->
    [one] Ce que les données disent : { $n } quasi-identifiant, et ce qui découle de vos réponses
   *[other] Ce que les données disent : { $n } quasi-identifiants, et ce qui découle de vos réponses
}
guide-nature = valeurs
guide-distinct = valeurs différentes
guide-evenness = égalité
guide-association = lien avec la cible
guide-nature-continuous = nombres ou dates
guide-nature-categorical = mots
guide-hierarchy-given = donnée
guide-hierarchy-buildable = peut être construite
guide-hierarchy-none = aucune
guide-facts-elsewhere = Cela se règle aux étapes
guide-judge = 2. Qu’est-ce qui compte davantage ?
guide-judge-lead = Comparez deux buts à la fois. Déplacez le curseur vers celui qui compte davantage ; au milieu, les deux comptent autant.
guide-weights = Ce qui en découle : les poids
guide-criteria = Ce que ces mots veulent dire
guide-pair = { $a } ou { $b }
guide-equal = { $a } et { $b } comptent autant
guide-judged = { $a } l’emporte { $word } sur { $b }
guide-consistent = cohérent
guide-inconsistent = les jugements se contredisent
guide-ratio = rapport de cohérence { $ratio } (jusqu’à 0,1 tout va bien)
guide-causes = Ces jugements ne vont pas avec les autres :
guide-cause = Vous avez dit : { $said }. Les autres ensemble disent : { $others }.
guide-repair = { $n ->
    [one] Un seul changement suffirait :
   *[other] Ces changements ensemble suffiraient :
}
guide-repair-ratio = (rapport alors de { $ratio })
guide-repair-apply = Appliquer le remède
guide-candidates = 3. Ce qui est suggéré
guide-candidates-lead = { $n ->
    [one] { $n } voie convient : un algorithme et ses réglages. Choisissez ce qui sera exécuté.
   *[other] { $n } voies conviennent : un algorithme et ses réglages chacune, la meilleure note d’abord. Choisissez celles à exécuter.
}
guide-estimates-read = Estimations ± erreur moyenne sur des expériences non utilisées. « ! » = au-delà de tout ce qui a été mesuré. Les chiffres sans ± découlent des réglages. ↑ plus est mieux, ↓ moins est mieux.
guide-excluded = { $n ->
    [one] Un algorithme a été écarté, et pourquoi
   *[other] { $n } algorithmes ont été écartés, et pourquoi
}
guide-run = { $n ->
    [one] Exécuter celle qui est choisie
   *[other] Exécuter les { $n } choisies
}
guide-run-job = Guidé : mesure
guide-nothing-fits = Aucun algorithme ne convient à cette situation. Les plus petits changements après lesquels un convient :
guide-and = { " et " }
guide-signature = algorithme et réglages
guide-left-most = { $n ->
    [one] au plus { $n } ligne écartée
   *[other] au plus { $n } lignes écartées
}
guide-score = note
guide-more = { $n ->
    [one] { $n } de plus
   *[other] { $n } de plus
}
guide-how = comment ça marche
guide-how-of = Comment ça marche : { $name }
guide-unknown = Aucune expérience ne le dit ; exécutez-la pour le savoir.
guide-points = appris de { $n } points mesurés
guide-measured = 4. Ce qui en est sorti
guide-measured-lead = Les plafonds d’abord : ce qui en dépasse un, ou a perdu plus de 90 % de l’information, ne peut être choisi. Ensuite la note, selon vos poids, de celles qu’aucune autre ne surpasse.
guide-stale = Vous avez changé des réponses depuis. Exécutez à nouveau pour voir ce qu’elles donnent.
guide-none-fit = Aucune ne tient vos plafonds. Choisissez-en d’autres, ou changez une réponse.
guide-not-released = pas de publication
guide-best = meilleure note
guide-unbeaten = imbattue
guide-beaten = battue par une autre
guide-front = Compromis
guide-front-lead = Imbattue : aucune autre n’est aussi bonne en tout critère et meilleure en l’un d’eux. Les numéros sont ceux du tableau.
guide-across = En abscisse
guide-up = En ordonnée
guide-choose = 5. Votre choix
guide-chosen = Choisie dans le tableau ci-dessus :
guide-why = L’argument
guide-release = Publier celle-ci
guide-released = La publication est vérifiée. L’argument est dans son rapport.
guide-download = Télécharger en { $format }
guide-report = Le rapport, avec l’argument
