### The step "compare".

compare-title = Compare the releases
compare-lead = Less risk costs detail. Choose the release that is safe enough and tells most.
compare-none = There is nothing to compare yet: make a release first.
compare-plot = Risk against loss
compare-loss = Information lost
compare-risk = Highest risk of being found
compare-measures = Measures
compare-measure = Measure
compare-verdict = Verdict
compare-guarantees = Guarantees
compare-holds = { $name } holds
compare-fails = { $name } fails
compare-k = smallest group (k)
compare-l = fewest sensitive values in a group (l)
compare-t = largest distance of a group (t)
compare-classes = groups
compare-left = rows left out
compare-precision = precision kept
compare-discernibility = discernibility (less is better)
compare-average = group size, against the ideal
compare-time = time
compare-choose = Look closer at
compare-tabs = Views
compare-distributions = Distributions
compare-rows = Rows side by side
compare-lattice = Lattice
compare-regions = Regions
compare-before = before
compare-after = after
compare-original = Original
compare-release = Release
compare-part = Table { $n } of the release
compare-unaligned = Rows of this table do not stand for single rows of the original.
compare-lattice-help = Each dot is one combination of levels, from exact (below) to anything (on top).
compare-lattice-label = Lattice of { $n } combinations of levels; { $chosen } was chosen
compare-lattice-part = { $shown } of { $size } combinations are shown: those that were looked at.
compare-lattice-dense = With so many combinations, those that were not looked at are left out.
compare-node-chosen = chosen
compare-node-satisfies = satisfies what is asked
compare-node-checked = looked at, does not satisfy
compare-node-pruned = not looked at: another one settled it
compare-node-outliers = { $n ->
    [one] { $n } row would be left out
   *[other] { $n } rows would be left out
}
compare-node-loss = loss { $loss }
compare-regions-x = Across
compare-regions-y = Upwards
compare-regions-label = { $n ->
    [one] { $n } region over { $x } and { $y }
   *[other] { $n } regions over { $x } and { $y }
}
compare-regions-help = Each box is a group of people who look alike in the release. The darker, the more people for its size.
compare-regions-two = Regions need two quasi-identifiers.
compare-unavailable = This view does not exist for this technique.
