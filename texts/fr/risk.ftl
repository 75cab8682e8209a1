### The step "risk".

risk-title = Est-il facile de retrouver quelqu’un ?
risk-lead = Voici la table telle qu’elle est, avant toute protection : ce que pourrait faire quelqu’un qui connaît les quasi-identifiants d’une personne.
risk-again = Mesurer à nouveau
risk-stale = Les rôles ont changé depuis cette mesure.
risk-verdict = En bref
risk-reading-high = risque élevé
risk-reading-medium = risque moyen
risk-reading-low = risque faible
risk-alone = Personnes seules
risk-alone-help = nul autre n’a les mêmes valeurs de { $columns }
risk-k = Plus petit groupe
risk-k-help = personnes partageant tous les quasi-identifiants (k)
risk-mean = Risque moyen
risk-mean-help = chance de désigner la bonne personne
risk-expected = Personnes que l’on s’attend à retrouver
risk-expected-help = d’après les poids de sondage ; au plus { $most } pour l’une d’elles
risk-household = Ménage le plus facile à retrouver
risk-household-help = retrouver un membre, c’est les retrouver tous ; { $mean } en moyenne
risk-quick = Estimation rapide
risk-quick-help = lignes par combinaison possible : { $estimator }
risk-sizes = Tailles des groupes
risk-sizes-label = Lignes selon la taille de leur groupe
risk-distribution = Répartition du risque
risk-distribution-label = Lignes selon leur risque d’être retrouvées
risk-rows = lignes
risk-people = personnes
risk-sizes-label-people = Personnes selon la taille de leurs groupes, une fois dans chacun
risk-distribution-label-people = Personnes selon leur risque d’être retrouvées, une fois dans chaque groupe
risk-size = personnes par groupe
risk-share = risque
risk-more = { $n } ou plus
risk-attributes = Colonnes les plus dangereuses
risk-attributes-help = De combien le risque moyen baisse si l’on retire une colonne.
risk-combinations = Combinaisons dangereuses
risk-combinations-help = Part des lignes que nulle autre n’égale dans ces colonnes.
risk-outliers = Lignes qui ressortent
risk-outliers-help = Leurs valeurs restent cachées tant que vous ne les demandez pas.
risk-outliers-count = { $n ->
    [one] { $n } ligne est unique sur quelques colonnes
   *[other] { $n } lignes sont uniques sur quelques colonnes
}
risk-row = Ligne
risk-because = unique par
risk-values = Valeurs
risk-show = Montrer les valeurs
risk-hide = Cacher les valeurs
risk-hidden = caché
risk-no-qi = Choisissez d’abord des quasi-identifiants : le risque porte sur ce que d’autres peuvent savoir.
risk-job = Risque
