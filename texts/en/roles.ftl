### The step "roles".

roles-title = Say what each column means
roles-lead = A first guess is made for you, with its reasons. Change what is wrong: protection only covers what is declared here.
roles-of = Role of { $name }
roles-confidence = confidence { $share }
roles-changed = proposed: { $role }
roles-pseudonyms = What replaces { $columns }
roles-pseudonyms-lead = Rows of the same person get the same pseudonym. No correspondence table is kept unless you ask for one.
roles-pseudonyms-method = Kind of pseudonym
roles-pseudonyms-name = Name of the new column
roles-pseudonyms-sequential = Numbers: 1, 2, 3…
roles-pseudonyms-random = Random numbers, new at each run
roles-pseudonyms-keyed-hash = Keyed hash: the same at each run with the same key
roles-pseudonyms-format-preserving = Of the same form, with a key
roles-pseudonyms-key = File that holds the key
roles-pseudonyms-key-help = a path in the shared folder
roles-pseudonyms-shuffle = Shuffle the rows, so that their order tells nothing
roles-none = Choose at least one quasi-identifier: without one there is nothing to protect against.
roles-help = What the roles mean
roles-reset = Back to the proposals
