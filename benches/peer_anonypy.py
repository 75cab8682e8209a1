"""peer_anonypy.py DATA.csv DELIMITER K COLUMN,…: Mondrian of the PyPI package anonypy on these quasi-identifiers.

Times the anonymisation alone, in process, and prints one JSON object. Text columns become pandas categories, as the package's
own documentation asks. The package wants a sensitive column: it gets one that is everywhere the same, so that it makes one row a
class and no more.
"""
import json
import sys
import time

import anonypy
import pandas


def loss(rows, data, columns):
    """Mean share of each column's scale that a released value covers, weighted by rows; 0 is the original."""
    total = 0.0
    for column in columns:
        if data[column].dtype.name == "category":
            steps = max(data[column].nunique() - 1, 1)
            share = lambda text: text.count(",") / steps  # a set, parted by commas
        else:
            steps = max(float(data[column].max() - data[column].min()), 1.0)
            share = lambda text: (float(text.split("-")[-1]) - float(text.split("-")[0])) / steps
        total += sum(share(row[column][0]) * row["count"] for row in rows)
    return total / (len(data) * len(columns))


path, delimiter, k, columns = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4].split(",")
data = pandas.read_csv(path, sep=delimiter)[columns]
for column in columns:
    if not pandas.api.types.is_numeric_dtype(data[column]):
        data[column] = data[column].astype("category")
data["same"] = 0

wall, cpu = time.perf_counter(), time.process_time()
rows = anonypy.Preserver(data, columns, "same").anonymize_k_anonymity(k)
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
print(json.dumps({"wall": wall, "cpu": cpu, "classes": len(rows), "information_loss": loss(rows, data, columns)}))
