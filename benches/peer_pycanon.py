"""peer_pycanon.py DATA.csv DELIMITER COLUMN,… SENSITIVE: k, l and t by the PyPI package pycanon.

Times the three measures together, in process, from a table in memory, and prints one JSON object.
"""
import json
import sys
import time

import pandas
from pycanon import anonymity

path, delimiter, columns, sensitive = sys.argv[1], sys.argv[2], sys.argv[3].split(","), sys.argv[4]
data = pandas.read_csv(path, sep=delimiter)[columns + [sensitive]]

wall = time.perf_counter()
k = anonymity.k_anonymity(data, columns)
l = anonymity.l_diversity(data, columns, [sensitive])
t = anonymity.t_closeness(data, columns, [sensitive])
print(json.dumps({"wall": time.perf_counter() - wall, "k": int(k), "l": int(l), "t": float(t)}))
