### The verdict of a release, and what speaks against it.

verdict-good = Everything asked for holds
verdict-mixed = Everything asked for holds, with reservations
verdict-bad = Not everything asked for holds
verdict-nothing-asked = No privacy model was asked for: choose one in step 5.
verdict-no-quasi-identifier = No quasi-identifier is named, so nothing is known about how well people are hidden.
verdict-small-classes = The smallest class has { $k } people; 10 or more are usual for a public release.
verdict-unprotected = Nothing is asked for the sensitive column “{ $attribute }”: an attacker who knows a person’s quasi-identifiers learns its value with certainty for { $share } of the rows, and can be up to { $sure } sure of it. Ask for l-diversity in step 5, for example.
verdict-nearly-certain = What is asked for “{ $attribute }” holds, but an attacker who knows a person’s quasi-identifiers can be up to { $sure } sure of the value. Ask for t-closeness in step 5 as well, for example.
verdict-exact = Quasi-identifiers are published as they are: a person’s row is found in up to { $risk } of cases. Only whose a sensitive value is stays hidden.
verdict-empty = { $lost } of the information of the quasi-identifiers is lost: hardly anything can be learnt from them.
verdict-expected = By the survey weights, { $n } people can be expected to be found: { $after } of those in the release (before: { $before }).
verdict-household = The household that is easiest to find has a risk of { $after } (before: { $before }).
