### The step "open".

open-title = Open a table of people
open-lead = One row for each person, names of columns in the first row. The file is read on this computer and is never changed.
open-drop = Drop a spreadsheet here
open-kinds = .ods, .xlsx, .csv or .parquet, up to { $size }
open-choose = Choose a file…
open-reading = Reading { $name }…
open-failed = { $name } cannot be opened
open-examples = Or try an example
open-folder = Or open a file of the shared folder
open-up = Up
open-others = Open tables
open-remove = Close { $name }
open-preview = What is in { $name }
open-size = { $rows } rows, { $columns } columns
open-distinct = { $n ->
    [one] { $n } value
   *[other] { $n } values
}
open-missing = { $n } missing
open-complete = none missing
open-histogram = How the values of { $name } are spread
open-contradicting = { $n ->
    [one] { $n } cell does not fit the others
   *[other] { $n } cells do not fit the others
}
