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
role-drop = Left out
role-identifier-help = names a person by itself: a name, a number of a file. Replaced by a pseudonym.
role-quasi-identifier-help = others may know it, and several together single a person out: age, post code. Made coarser.
role-sensitive-help = what nobody should learn of a person: an illness, an income. Stays, but must not be traceable.
role-target-help = what a later analysis wants to predict. Stays.
role-insensitive-help = neither known to others nor delicate. Stays as it is.
role-drop-help = not needed by anybody, or free text that may name people. Not published.

# What privacy models protect from; all else about them is in their declarations.

model-purpose-found = Nobody is found
model-purpose-learned = Nothing delicate is learned
model-purpose-present = Nobody is known to be in it

# Measures of a release, and what became of a candidate.

measure-max-risk = highest risk
measure-mean-risk = mean risk
measure-individual-risk = expected to be found, by weights
measure-household-risk = highest risk of a household
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
