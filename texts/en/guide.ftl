### The way to protect "guide": the guided path.

way-guide = Guided
way-guide-help = A few questions; Bauta suggests, measures and argues. Start here if you are not sure.
guide-lead = Five steps: the situation, what counts, what is suggested, what came of it, your choice. The report says why.
guide-also = The project also asks for: { $names }. These hold here too; change them under “One technique”.
guide-context = 1. The situation
guide-context-lead = What the data tell is filled in, with its reason. What only you know has a usual answer; change what is not right.
guide-origin-answered = your answer
guide-origin-deduced = from the data
guide-origin-default = usual
guide-origin-computed = follows
guide-risk-wrong = The risk must be above 0 and at most 100 %.
guide-suppression-wrong = The share must be from 0 to 100 %.
guide-target = what will be predicted
guide-target-wrong = Name the column that will be predicted.
guide-any = any
guide-any-help = Every type of generalisation will do.
guide-yes = yes
guide-no = no
guide-deduced = as the data say { $value }
guide-size-small = small
guide-size-large = large
guide-facts = { $n ->
    [one] What was found in the data: { $n } quasi-identifier, and what follows from your answers
   *[other] What was found in the data: { $n } quasi-identifiers, and what follows from your answers
}
guide-nature = values
guide-distinct = different values
guide-evenness = evenness
guide-association = goes with the target
guide-nature-continuous = numbers or dates
guide-nature-categorical = words
guide-hierarchy-given = given
guide-hierarchy-buildable = can be built
guide-hierarchy-none = none
guide-facts-elsewhere = These are set in the steps
guide-judge = 2. What counts more?
guide-judge-lead = Compare two goals at a time. Move the slider towards the one that counts more; in the middle both count the same.
guide-weights = What follows: weights
guide-criteria = What these words mean
guide-pair = { $a } or { $b }
guide-equal = { $a } and { $b } count the same
guide-judged = { $a } counts { $word } more than { $b }
guide-consistent = consistent
guide-inconsistent = the judgements contradict each other
guide-ratio = consistency ratio { $ratio } (up to 0.1 is fine)
guide-causes = These judgements do not go with the others:
guide-cause = You said: { $said }. The others together say: { $others }.
guide-repair = { $n ->
    [one] One change would do:
   *[other] These changes together would do:
}
guide-repair-ratio = (ratio then { $ratio })
guide-repair-apply = Apply the repair
guide-candidates = 3. What is suggested
guide-candidates-lead = { $n ->
    [one] { $n } way fits: an algorithm with its settings. Pick what is to be run.
   *[other] { $n } ways fit: an algorithm with its settings each, the best score first. Pick those to be run.
}
guide-estimates-read = Estimates ± mean error on experiments that were not used. “!” = beyond what was ever measured. Figures without ± follow from the settings. ↑ more is better, ↓ less is better.
guide-excluded = { $n ->
    [one] One algorithm was left out, and why
   *[other] { $n } algorithms were left out, and why
}
guide-run = { $n ->
    [one] Run the picked one
   *[other] Run the { $n } picked ones
}
guide-run-job = Guided: measuring
guide-nothing-fits = No algorithm fits this situation. The smallest changes after which one does:
guide-and = { " and " }
guide-signature = algorithm and settings
guide-left-most = { $n ->
    [one] at most { $n } row left out
   *[other] at most { $n } rows left out
}
guide-score = score
guide-more = { $n ->
    [one] { $n } more
   *[other] { $n } more
}
guide-how = how it works
guide-how-of = How it works: { $name }
guide-unknown = No experiment tells it; run it to know.
guide-points = learnt from { $n } measured points
guide-measured = 4. What came of it
guide-measured-lead = Ceilings first: what breaks one, or lost more than 90 % of the information, cannot be chosen. Then the score, by your weights, of those that no other one beats.
guide-stale = You have changed answers since. Run again to see what they mean.
guide-none-fit = None of these keeps your ceilings. Pick others, or change an answer.
guide-not-released = no release
guide-best = best score
guide-unbeaten = unbeaten
guide-beaten = beaten by another one
guide-front = Trade-offs
guide-front-lead = Unbeaten: no other one is as good in every criterion and better in one. The numbers are those of the table.
guide-across = Across
guide-up = Upwards
guide-choose = 5. Your choice
guide-chosen = Chosen in the table above:
guide-why = The argument
guide-release = Release this one
guide-released = The release is verified. The argument is in its report.
guide-download = Download as { $format }
guide-report = The report, with the argument
