### The way to protect "synthesis": fictitious rows.

way-synthesis = Fictitious people
way-synthesis-help = A table of people who do not exist, alike as a whole. Nobody’s row is in it.
synthesis-lead = A model of the table is learnt, and rows are drawn from it. The result has the same columns and formats. See how useful it is, and how near to the people, before you hand it out.
synthesis-what = What to make
synthesis-method = Method
synthesis-method-coclusters = Co-clusters
synthesis-method-coclusters-help = Groups of at least k rows that are alike; each fictitious row is drawn from one group. You choose how fine.
synthesis-method-trees = Trees
synthesis-method-trees-help = Each column from those before it, in counts of at least k rows. Nearest to the table; k is a rule of thumb, no proof.
synthesis-method-noisy = Noisy tables
synthesis-method-noisy-help = Differential privacy: a proof for everybody, whatever an attacker knows. Needs the values that each column can have.
synthesis-k = Rows of the smallest group (k)
synthesis-k-trees = Rows of the smallest count (k)
synthesis-k-help = The model tells nothing of fewer people than this.
synthesis-k-wrong = A whole number of 2 or more.
synthesis-epsilon = Privacy loss (ε)
synthesis-epsilon-help = 1 is usual; 10 protects little. Smaller is safer and less exact.
synthesis-epsilon-wrong = A number above 0.
synthesis-detail = How fine
synthesis-detail-optimal = as fine as the data pay for
synthesis-detail-optimal-help = Groups that the criterion finds, merged until each has k rows.
synthesis-detail-fine = as fine as k allows
synthesis-detail-fine-help = Groups are split further while each part has k rows: nearer to the table in every respect.
synthesis-rows = Rows to draw
synthesis-rows-help = Empty: as many as are learnt from ({ $n } at most).
synthesis-rows-wrong = A whole number of 1 or more, or nothing.
synthesis-seed-help = The same seed draws the same rows.
synthesis-seed-noisy = For the drawing; the noise itself is the system’s, and never the same twice.
synthesis-seed-wrong = A whole number of 0 or more.
synthesis-seconds = Time limit (seconds)
synthesis-seconds-help = Empty: until the search is through. With a limit, another run may find another model.
synthesis-seconds-wrong = A whole number of 1 or more, or nothing.
synthesis-keep-out = Keep a fifth of the rows out, to measure protection beside people who had no part in it
synthesis-drop = Columns to leave out
synthesis-drop-help = What names a person must go: a fictitious row is nobody’s.
synthesis-values = Values that columns can have
synthesis-values-help = Words with commas between, or whole numbers from .. to. Write what could be there, not what is: a list read off the rows gives away who alone has a value. Columns with a hierarchy file (step 3) need nothing here.
synthesis-values-example = f, m or 0..120
synthesis-make = Make the fictitious rows
synthesis-which = Which table
synthesis-clusters = { $n ->
    [one] { $n } group
   *[other] { $n } groups
}
synthesis-falling = The search: criterion
synthesis-falling-lead = The less it takes to describe the table by groups, the better. The curve falls as better groups are found.
synthesis-time = seconds
synthesis-criterion = criterion
synthesis-level = Choose the level
synthesis-level-lead = Fewer groups are larger and safer, and tell less. No group may be smaller than k = { $k }; what is finer is not offered. Drawing again takes moments.
synthesis-level-slider = Number of groups
synthesis-level-said = { $n ->
    [one] { $n } group of { $most } rows; { $share } of what the best groups tell
   *[other] { $n } groups of { $least } to { $most } rows; { $share } of what the best groups tell
}
synthesis-level-draw = { $n ->
    [one] Draw with { $n } group
   *[other] Draw with { $n } groups
}
synthesis-row-clusters = groups of rows
synthesis-smallest = smallest group
synthesis-largest = largest group
synthesis-kept = kept of what the best groups tell
synthesis-made-rows = rows
synthesis-made-of = { $n } drawn, learnt from { $of }
synthesis-made-clusters = groups
synthesis-made-clusters-said = { $rows } of rows ({ $least } to { $most } each) × { $values } of values
synthesis-copies = copies of unique real rows
synthesis-copies-said = { $n } ({ $equal } rows equal some real row)
synthesis-held-out = rows kept out
synthesis-evaluate = How good is it?
synthesis-evaluation = How good it is: { $name }
synthesis-reading-good = Nothing stands out
synthesis-reading-mixed = With reservations
synthesis-reading-bad = Rows of people are repeated
synthesis-views = Parts of the evaluation
synthesis-one-way = Columns
synthesis-pairs = Pairs of columns
synthesis-models = Models
synthesis-near = Nearness to people
synthesis-variation-lead = Total variation: half the sum of the differences of shares; 0 = the same. Beside it, what a sample of the real rows would give by chance.
synthesis-one-mean = one column, mean
synthesis-two-mean = two columns, mean
synthesis-beside = { $value } (by chance { $chance })
synthesis-propensity = told from real rows
synthesis-propensity-said = propensity ratio { $ratio } (1 is best), a forest’s AUC { $auc } (0.5 is best)
synthesis-column = column
synthesis-column-other = with
synthesis-variation = fictitious rows
synthesis-chance = a sample would give
synthesis-pairs-variation = Total variation of pairs
synthesis-pairs-association = Difference of associations
synthesis-predicting = Predicting { $target }
synthesis-tested = { $n ->
    [one] Tested on { $n } real row; knowing nothing is right for { $share }.
   *[other] Tested on { $n } real rows; knowing nothing is right for { $share }.
}
synthesis-model = model
synthesis-accuracy-real = accuracy, learnt from real rows
synthesis-accuracy-made = accuracy, learnt from fictitious rows
synthesis-auc-real = AUC, learnt from real rows
synthesis-auc-made = AUC, learnt from fictitious rows
synthesis-equal = rows equal to a real row
synthesis-equal-unique = rows equal to a unique real row
synthesis-repeated = unique real rows that are repeated
synthesis-beside-people = { $value } (people kept out: { $people })
synthesis-closest = distance to the closest real row, median
synthesis-ratio = ratio to the second closest, median
synthesis-nearer = nearer to the table than to people kept out (50 % is best)
synthesis-near-lead = What people who had no part in it reach is the measure ({ $n } rows). Risks are what attacks achieve beyond that, or beyond chance.
synthesis-attacks = attack
synthesis-risk = risk
synthesis-interval = with confidence
synthesis-near-alone = Nobody was kept out of this table, so attacks are compared with chance only.
synthesis-report = The evaluation as a document
synthesis-study = Evaluate all levels
synthesis-study-help = Evaluating all levels learns anew from four fifths of the rows, and takes about as long as the search, twice.
synthesis-study-title = Level by level
synthesis-study-lead = Learnt from { $n } rows, tested on { $out } that were kept out. The finer the groups, the more models learn, and the fewer rows an unknown person can be attributed to.
synthesis-attribution = share of rows an unknown person fits
synthesis-agreement = Do both co-clusterings agree?
synthesis-agreement-lead = Fictitious rows are co-clustered too. Rows are groups of the real table, columns those of the fictitious one; shades are shares of the people kept out. { $share } are sent to the same group.
synthesis-study-report = The levels as a document
