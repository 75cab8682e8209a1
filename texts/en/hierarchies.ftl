### The step "hierarchies".

hierarchies-title = Say how values become coarser
hierarchies-lead = A hierarchy groups values step by step: 69100 → 691** → 69*** → *. Techniques that cut ranges by themselves do without; others need one for each quasi-identifier.
hierarchies-columns = Quasi-identifiers
hierarchies-none = There is no quasi-identifier. Choose some in step 2.
hierarchies-has = has a hierarchy
hierarchies-without = none yet
hierarchies-way = How to group { $name }
hierarchies-intervals = Intervals
hierarchies-masking = Masking
hierarchies-dates = Calendar
hierarchies-order = Order
hierarchies-groups = Own groups
hierarchies-frequency = Rare values
hierarchies-file = From a file
hierarchies-propose = Use the proposed ones
hierarchies-missing = { $n ->
    [one] { $columns } has no hierarchy yet; techniques that raise levels need one.
   *[other] { $columns } have no hierarchy yet; techniques that raise levels need one for each.
}
hierarchies-keep = Use this hierarchy
hierarchies-kept = This hierarchy is used
hierarchies-drop = Do without
hierarchies-import = Import CSV…
hierarchies-export = Export CSV
hierarchies-imported = The hierarchy of { $name } was read from a file.
hierarchies-preview = What becomes of the values
hierarchies-value = Value
hierarchies-level = Level { $n }
hierarchies-group-count = { $n ->
    [one] { $n } group
   *[other] { $n } groups
}
hierarchies-more = { $n ->
    [one] { $n } more value
   *[other] { $n } more values
}
hierarchies-cut = Cut by
hierarchies-cut-widths = widths
hierarchies-cut-bounds = bounds of your own
hierarchies-cut-count = a number of intervals
hierarchies-widths = Widths, from fine to coarse
hierarchies-widths-help = each a multiple of the one before: 5, 10, 20
hierarchies-bounds = Bounds
hierarchies-bounds-help = Drag the handles on the histogram, or use the arrow keys on them.
hierarchies-bound = Bound { $n }
hierarchies-bound-add = Add a bound
hierarchies-bound-remove = Remove the last bound
hierarchies-count = Number of intervals
hierarchies-equal = Equal by
hierarchies-equal-width = width
hierarchies-equal-frequency = number of rows
hierarchies-factor = Intervals of a level that make one of the next
hierarchies-side = Hide from
hierarchies-side-right = the end
hierarchies-side-left = the beginning
hierarchies-steps = Characters hidden at each level
hierarchies-steps-help = 1, 2 hides one, then two more; empty = one at a time
hierarchies-units = Levels
hierarchies-unit-day = day
hierarchies-unit-week = week
hierarchies-unit-month = month
hierarchies-unit-quarter = quarter
hierarchies-unit-year = year
hierarchies-unit-decade = decade
hierarchies-sizes = Values in a group, at each level
hierarchies-order-values = Order of the values, one on a line
hierarchies-order-help = empty = their natural order
hierarchies-rows = Fewest rows of a group
hierarchies-other = Label of the rare values
hierarchies-tree = Groups of level { $n }
hierarchies-loose = Not in a group
hierarchies-group-new = New group
hierarchies-group-name = Name of the group
hierarchies-group-remove = Dissolve { $name }
hierarchies-move = Move the { $n } chosen to
hierarchies-move-do = Move
hierarchies-move-help = Drag values into groups. Or choose values with a click or the space bar, and move them with the list below.
hierarchies-level-add = Add a level above
hierarchies-level-remove = Remove the top level
hierarchies-many = There are too many values to sort by hand; the { $n } most frequent are shown.
