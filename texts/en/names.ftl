### Names that the page and the command line share.

kind-text = text
kind-integer = whole number
kind-decimal = number
kind-date = date
kind-datetime = date and time
kind-boolean = yes or no
role-identifier = Identifier
role-quasi-identifier = Quasi-identifier
role-sensitive = Sensitive
role-target = Target
role-insensitive = Kept as is
role-identifier-help = names a person by itself: a name, a number of a file. Replaced by a pseudonym.
role-quasi-identifier-help = others may know it, and several together single a person out: age, post code. Made coarser.
role-sensitive-help = what nobody should learn of a person: an illness, an income. Stays, but must not be traceable.
role-target-help = what a later analysis wants to predict. Stays.
role-insensitive-help = neither known to others nor delicate. Stays as it is.

# Privacy models: the key of the project file's [targets], what it means for a person, and its settings.

model-k = Group size (k)
model-k-help = k-anonymity: everybody shares all their quasi-identifiers with at least k − 1 others, so nobody can be told apart within a group of k.
model-l = Different sensitive values (l)
model-l-help = l-diversity: each group has at least l different sensitive values, so finding the group does not tell the value.
model-t = Distance of distributions (t)
model-t-help = t-closeness: sensitive values in each group are spread as in the whole table, up to t, from 0 to 1.
model-t-t = Largest distance (t)
model-t-t-distance = How far two values are apart
model-t-t-distance-equal = any two values are equally far
model-t-t-distance-ordered = by their rank, for numbers and dates
model-t-t-distance-hierarchical = by the hierarchy of the sensitive column
model-entropy-l = Entropy l-diversity
model-entropy-l-help = As l, but the values of a group must also be about equally frequent: spread as widely as l equally frequent ones.
model-recursive-l = Recursive (c,l)-diversity
model-recursive-l-help = The most frequent sensitive value of a group is less than c times as frequent as all from the l-th on together: no value stands out.
model-recursive-l-c = Times as frequent (c)
model-recursive-l-l = Counted from the value (l)
model-alpha = (α,k)-anonymity
model-alpha-help = No sensitive value has a larger share than α in any group. 0.5 lets one value have half of a group.
model-beta = β-likeness
model-beta-help = No sensitive value becomes more than β times likelier in a group than it is in the table. 1 lets it be twice as frequent.
model-enhanced-beta = Enhanced β-likeness
model-enhanced-beta-help = As β-likeness, and frequent values may gain even less: no more than the logarithm of their rarity.
model-delta-disclosure = δ-disclosure privacy
model-delta-disclosure-help = Each sensitive value has nearly the same share in every group as in the table, up to a factor of 2 to the power of δ. Very strict.
model-max-risk = Highest risk
model-max-risk-help = Nobody who is known to be in the release is found with a larger probability. 0.2 is that of a group of five.
model-mean-risk = Mean risk
model-mean-risk-help = The same probability, on average over all rows.
model-rows-at-risk = Rows at risk
model-rows-at-risk-help = At most a share of the rows may have a risk above a threshold.
model-rows-at-risk-share = Largest share of rows
model-rows-at-risk-risk = Risk above which a row counts
model-population-uniqueness = Uniqueness in the population
model-population-uniqueness-help = At most this share of the rows is estimated to be unique among all people whom the table was drawn from.
model-population-uniqueness-population-uniqueness = Largest share of rows
model-population-uniqueness-sampling-fraction = Rows of the table by rows of the population
model-k-map = k-map
model-k-map-help = Every group of the release fits at least k people of the population. Weaker than k-anonymity; needs a table of the population and a technique that takes one level of each hierarchy.
model-k-map-k-map = People of the population (k)
model-k-map-population = Table of the population
model-delta-presence = δ-presence
model-delta-presence-help = Whether somebody of the population is in the release at all cannot be told: the probability lies between two bounds. Needs a table of the population and a technique that takes one level of each hierarchy.
model-delta-presence-min = Least probability
model-delta-presence-max = Greatest probability
model-delta-presence-population = Table of the population
model-purpose-found = Nobody is found
model-purpose-learned = Nothing delicate is learned
model-purpose-present = Nobody is known to be in it

# Measures of a release, and what became of a candidate.

measure-max-risk = highest risk
measure-mean-risk = mean risk
measure-information-loss = information loss
measure-queries = query error
measure-accuracy = accuracy
measure-seconds = seconds
status-unreachable = cannot be reached
status-not-applicable = does not apply

# Attacks.

attack-name-record-linkage = record linkage
attack-name-attribute-linkage = attribute linkage
attack-name-homogeneity = homogeneity
attack-name-similarity = similarity
attack-name-intersection = intersection
attack-name-singling-out-one = singling out, one attribute
attack-name-singling-out = singling out, several
attack-name-linkability = linkability
attack-name-inference = inference
