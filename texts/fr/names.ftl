### Names that the page and the command line share.

kind-text = texte
kind-integer = nombre entier
kind-decimal = nombre
kind-date = date
kind-datetime = date et heure
kind-boolean = oui ou non
role-identifier = Identifiant
role-quasi-identifier = Quasi-identifiant
role-sensitive = Sensible
role-target = Cible
role-insensitive = Conservée
role-identifier-help = désigne une personne à elle seule : nom, numéro de dossier. Remplacée par un pseudonyme.
role-quasi-identifier-help = d’autres peuvent la connaître, et plusieurs ensemble désignent une personne : âge, code postal. Rendue moins précise.
role-sensitive-help = ce que nul ne doit apprendre d’une personne : maladie, revenu. Reste, mais sans pouvoir être rattachée.
role-target-help = ce qu’une analyse voudra prédire. Reste.
role-insensitive-help = ni connue d’autrui ni délicate. Reste telle quelle.

# Modèles de protection : la clé de [targets] dans le fichier de projet, ce qu’elle signifie pour une personne, et ses réglages.

model-k = Taille des groupes (k)
model-k-help = k-anonymat : chacun partage tous ses quasi-identifiants avec au moins k − 1 autres personnes ; dans un groupe de k, nul ne se distingue.
model-l = Valeurs sensibles différentes (l)
model-l-help = l-diversité : chaque groupe a au moins l valeurs sensibles différentes ; trouver le groupe n’apprend pas la valeur.
model-t = Distance des répartitions (t)
model-t-help = t-proximité : dans chaque groupe, les valeurs sensibles sont réparties comme dans toute la table, à t près, de 0 à 1.
model-t-t = Plus grande distance (t)
model-t-t-distance = Écart entre deux valeurs
model-t-t-distance-equal = deux valeurs quelconques sont à égale distance
model-t-t-distance-ordered = selon leur rang, pour les nombres et les dates
model-t-t-distance-hierarchical = selon la hiérarchie de la colonne sensible
model-entropy-l = l-diversité par entropie
model-entropy-l-help = Comme l, mais les valeurs d’un groupe doivent aussi être de fréquences proches : aussi étalées que l valeurs également fréquentes.
model-recursive-l = (c,l)-diversité récursive
model-recursive-l-help = La valeur sensible la plus fréquente d’un groupe l’est moins de c fois plus que toutes celles à partir de la l-ième réunies : aucune valeur ne domine.
model-recursive-l-c = Combien de fois plus fréquente (c)
model-recursive-l-l = À partir de la valeur (l)
model-alpha = (α,k)-anonymat
model-alpha-help = Aucune valeur sensible n’a une part plus grande que α dans un groupe. Avec 0,5, une valeur peut occuper la moitié d’un groupe.
model-beta = β-ressemblance
model-beta-help = Aucune valeur sensible ne gagne plus de β dans un groupe par rapport à sa part dans la table. Avec 1, elle peut y être deux fois plus fréquente.
model-enhanced-beta = β-ressemblance renforcée
model-enhanced-beta-help = Comme la β-ressemblance, et les valeurs fréquentes peuvent gagner encore moins : pas plus que le logarithme de leur rareté.
model-delta-disclosure = δ-divulgation
model-delta-disclosure-help = Chaque valeur sensible a presque la même part dans chaque groupe que dans la table, à un facteur 2 puissance δ près. Très strict.
model-max-risk = Risque maximal
model-max-risk-help = Nul, même si l’on sait qu’il est dans la version publiée, n’est retrouvé avec une probabilité plus grande. 0,2 est celle d’un groupe de cinq.
model-mean-risk = Risque moyen
model-mean-risk-help = La même probabilité, en moyenne sur toutes les lignes.
model-rows-at-risk = Lignes exposées
model-rows-at-risk-help = Au plus une certaine part des lignes peut avoir un risque supérieur à un seuil.
model-rows-at-risk-share = Plus grande part des lignes
model-rows-at-risk-risk = Risque au-delà duquel une ligne compte
model-population-uniqueness = Unicité dans la population
model-population-uniqueness-help = Au plus cette part des lignes est estimée unique parmi toutes les personnes dont la table est issue.
model-population-uniqueness-population-uniqueness = Plus grande part des lignes
model-population-uniqueness-sampling-fraction = Lignes de la table par ligne de la population
model-k-map = k-map
model-k-map-help = Chaque groupe de la version correspond à au moins k personnes de la population. Plus faible que le k-anonymat ; demande une table de la population et une technique qui prend un niveau de chaque hiérarchie.
model-k-map-k-map = Personnes de la population (k)
model-k-map-population = Table de la population
model-delta-presence = δ-présence
model-delta-presence-help = On ne peut dire si quelqu’un de la population figure dans la version : la probabilité reste entre deux bornes. Demande une table de la population et une technique qui prend un niveau de chaque hiérarchie.
model-delta-presence-min = Probabilité minimale
model-delta-presence-max = Probabilité maximale
model-delta-presence-population = Table de la population
model-purpose-found = Nul n’est retrouvé
model-purpose-learned = Rien de délicat n’est appris
model-purpose-present = Nul ne sait qui y figure

# Mesures d’une version, et ce qu’il est advenu d’un candidat.

measure-max-risk = risque max.
measure-mean-risk = risque moyen
measure-information-loss = perte d’information
measure-queries = erreur des requêtes
measure-accuracy = exactitude
measure-seconds = secondes
status-unreachable = hors d’atteinte
status-not-applicable = ne s’applique pas

# Attaques.

attack-name-record-linkage = rapprochement de ligne
attack-name-attribute-linkage = rapprochement d’attribut
attack-name-homogeneity = homogénéité
attack-name-similarity = similarité
attack-name-intersection = intersection
attack-name-singling-out-one = individualisation, un attribut
attack-name-singling-out = individualisation, plusieurs
attack-name-linkability = corrélation
attack-name-inference = inférence
