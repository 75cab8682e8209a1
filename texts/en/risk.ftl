### The step "risk".

risk-title = How easily are people found?
risk-lead = This is the table as it is now, before any protection: what somebody could do who knows the quasi-identifiers of a person.
risk-again = Measure again
risk-stale = Roles have changed since this was measured.
risk-verdict = In short
risk-reading-high = high risk
risk-reading-medium = medium risk
risk-reading-low = low risk
risk-alone = People who are alone
risk-alone-help = nobody else has the same { $columns }
risk-k = Smallest group
risk-k-help = people who share all quasi-identifiers (k)
risk-mean = Mean risk
risk-mean-help = chance of picking the right person
risk-expected = People expected to be found
risk-expected-help = by the survey weights; at most { $most } for one of them
risk-household = Household easiest to find
risk-household-help = finding one member finds all; { $mean } on average
risk-quick = Quick estimate
risk-quick-help = rows by possible combinations: { $estimator }
risk-sizes = Sizes of groups
risk-sizes-label = Rows by the size of the group they are in
risk-distribution = Spread of risk
risk-distribution-label = Rows by their risk of being found
risk-rows = rows
risk-people = people
risk-sizes-label-people = People by the size of the groups they are in, once in each
risk-distribution-label-people = People by their risk of being found, once in each group
risk-size = people in a group
risk-share = risk
risk-more = { $n } or more
risk-attributes = Most dangerous columns
risk-attributes-help = How much the mean risk falls if a column is left out.
risk-combinations = Dangerous combinations
risk-combinations-help = Share of the rows that nobody else agrees with in these columns.
risk-outliers = Rows that stand out
risk-outliers-help = Their values stay hidden until you ask for them.
risk-outliers-count = { $n ->
    [one] { $n } row is unique in a small set of columns
   *[other] { $n } rows are unique in a small set of columns
}
risk-row = Row
risk-because = unique by
risk-values = Values
risk-show = Show values
risk-hide = Hide values
risk-hidden = hidden
risk-no-qi = Choose quasi-identifiers first: risk is about what others may know.
risk-job = Risk
