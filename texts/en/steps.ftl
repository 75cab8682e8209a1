### The way to protect "steps".
steps-lead = Statistics offices work like this: look at the risk, make one column coarser or leave something out, look again, until what must hold holds. Try a step first; keep it if it helps.
steps-job = Step by step
steps-refused = This step cannot be taken as it stands
steps-taken = The steps and what they do
steps-reached = what must hold holds
steps-open = { $n ->
    [one] { $n } row is not safe yet
   *[other] { $n } rows are not safe yet
}
steps-target = Asked for: groups of at least { $k } people.
steps-dangerous = The column that weighs most now is { $name }: without it the mean risk would fall by { $share }.
steps-step = Step
steps-before = As it is
steps-alone = people alone
steps-left = rows not safe yet
steps-tried = only tried
steps-keep = Keep this step
steps-discard = Do not keep it
steps-undo = Take the last step back
steps-release = Make the release
steps-not-yet = The release can only be made when what must hold holds; a technique can do the rest (see “One technique”).
steps-next = The next step
steps-try = Try this step
steps-plot = Risk and loss after each step
steps-first = { $n ->
    [one] { $n } step is taken before the technique:
   *[other] { $n } steps are taken before the technique:
}
