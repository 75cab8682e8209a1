### The frame of the page, and parts that several steps share.

app-skip = Skip to the content
app-local = Everything stays on this computer: the page talks to the program that you started, and to nobody else.
app-loading = Loading…
app-nothing = No table is open yet
app-language = Language
app-theme = Colours
app-theme-system = As the system
app-theme-light = Light
app-theme-dark = Dark
app-steps = Steps
app-rows = { $n ->
    [one] { $n } row
   *[other] { $n } rows
}
app-unsaved = The settings could not be kept as they stand
app-gone = The program does not answer. Is “bauta serve” still running? Start it again and open the address it prints.
app-unauthorised = This page is not signed in. Open the address that “bauta serve” printed; it holds the key.
app-refused = This cannot be done as it stands
app-place = Where
app-what = What is wrong
app-sheet = sheet { $name }
app-row = row { $row }
app-column = column { $name }
app-other = others
app-next = Next: { $step }
app-error = { $status }: the program gave no reason
step-open = Open
step-roles = Roles
step-hierarchies = Hierarchies
step-risk = Risk
step-protect = Protect
step-compare = Compare
step-publish = Publish
step-attack = Attacks
grid-label = Table, { $rows } rows and { $columns } columns
grid-row = Row
grid-missing = missing
state-queued = waiting
state-running = running
state-done = done
state-unreachable = cannot be reached
state-failed = failed
state-cancelled = cancelled
job-cancel = Cancel
job-forget = Remove
job-forget-of = Remove { $name }
job-progress = { $name }: { $state }
stage-read = reading
stage-count = counting
stage-search = searching
stage-apply = applying
stage-verify = verifying
stage-write = writing
chart-table = Figures as a table
state-dropped = given up
job-dropped = This release was given up to make room in memory for later ones. Make it again if you need it.
sheet-faults = What is wrong, and where
sheet-help = Choose an entry of the list to see its cell. Correct the file in your spreadsheet program, save it, and open it again.
sheet-cells = Cells of the file
sheet-file = The file as it is
sheet-named = Sheet { $name } as it is
sheet-empty = empty cell
sheet-count = { $n ->
    [one] One thing stands in the way. It is marked in the sheet.
   *[other] { $n } things stand in the way. They are marked in the sheet.
}
