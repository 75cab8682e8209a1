### The way to protect "sweep".
sweep-lead = Less risk costs detail. Here you see how much: each technique is run with each group size, and nothing is kept until you choose one.
sweep-job = Many at once
sweep-what = What to try
sweep-techniques = Techniques
sweep-sizes = Group sizes (k)
sweep-sizes-help = Numbers with commas between them.
sweep-run = { $n ->
    [one] Try { $n } combination
   *[other] Try { $n } combinations
}
sweep-found = What came of it
sweep-read = Points far left keep most detail, points far down are safest. “Good choice” means that no other candidate is as good in everything.
sweep-best = good choice
sweep-best-help = No other candidate is as good in all of these and better in one: highest risk, mean risk, rows whose sensitive value is certain, information lost, rows left out, accuracy. A candidate that lost more than 90 % of the information, or whose highest risk is above what k allows, is never marked.
sweep-make = Make it
sweep-make-of = Make it: { $name }
