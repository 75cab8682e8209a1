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
role-drop = Écartée
role-identifier-help = désigne une personne à elle seule : nom, numéro de dossier. Remplacée par un pseudonyme.
role-quasi-identifier-help = d’autres peuvent la connaître, et plusieurs ensemble désignent une personne : âge, code postal. Rendue moins précise.
role-sensitive-help = ce que nul ne doit apprendre d’une personne : maladie, revenu. Reste, mais sans pouvoir être rattachée.
role-target-help = ce qu’une analyse voudra prédire. Reste.
role-insensitive-help = ni connue d’autrui ni délicate. Reste telle quelle.
role-drop-help = inutile, ou texte libre qui peut nommer des personnes. N’est pas publiée.

# De quoi les modèles de protection protègent ; tout le reste est dans leurs déclarations.

model-purpose-found = Nul n’est retrouvé
model-purpose-learned = Rien de délicat n’est appris
model-purpose-present = Nul ne sait qui y figure

# Mesures d’une version, et ce qu’il est advenu d’un candidat.

measure-max-risk = risque max.
measure-mean-risk = risque moyen
measure-individual-risk = que l’on s’attend à retrouver, selon les poids
measure-household-risk = risque maximal d’un ménage
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
