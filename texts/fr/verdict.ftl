### The verdict of a release, and what speaks against it.

verdict-good = Tout ce qui est demandé est respecté
verdict-mixed = Tout ce qui est demandé est respecté, avec des réserves
verdict-bad = Tout ce qui est demandé n’est pas respecté
verdict-nothing-asked = Aucun modèle de confidentialité n’est demandé : choisissez-en un à l’étape 5.
verdict-no-quasi-identifier = Aucun quasi-identifiant n’est nommé : on ne sait rien de la façon dont les personnes sont cachées.
verdict-small-classes = La plus petite classe compte { $k } personnes ; 10 ou plus sont d’usage pour une diffusion publique.
verdict-unprotected = Rien n’est demandé pour la colonne sensible « { $attribute } » : un attaquant qui connaît les quasi-identifiants d’une personne apprend avec certitude sa valeur pour { $share } des lignes, et peut en être sûr jusqu’à { $sure }. Demandez par exemple la l-diversité à l’étape 5.
verdict-nearly-certain = Ce qui est demandé pour « { $attribute } » est respecté, mais un attaquant qui connaît les quasi-identifiants d’une personne peut être sûr de sa valeur jusqu’à { $sure }. Demandez aussi la t-proximité à l’étape 5, par exemple.
verdict-exact = Les quasi-identifiants sont publiés tels quels : la ligne d’une personne se retrouve dans { $risk } des cas au plus. Seule l’appartenance d’une valeur sensible reste cachée.
verdict-empty = { $lost } de l’information des quasi-identifiants est perdue : ils n’apprennent presque plus rien.
verdict-expected = D’après les poids de sondage, on s’attend à retrouver { $n } personnes : { $after } de celles de la publication (avant : { $before }).
verdict-household = Le ménage le plus facile à retrouver a un risque de { $after } (avant : { $before }).
