### The page "attacks".

attack-title = Attack your own release
attack-lead = The program plays somebody who tries to find people or their secrets in the release, and counts how often that works.
attack-run = Start the attacks
attack-which = Release to attack
attack-none = There is no release to attack yet.
attack-kind = Attack
attack-attribute = Column
attack-risk = Success beyond chance
attack-high = At most
attack-job = Attacks on { $name }
