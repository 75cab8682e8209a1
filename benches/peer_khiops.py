"""peer_khiops.py INSTANCES.tsv SECONDS: co-clustering of two categorical variables by Khiops, for at most so many seconds.

Khiops saves each better grid that it finds; if it has not ended in time, the last one counts. Prints one JSON object: what the grid
explains (the criterion of one part on each axis less its own, each as Khiops reports it), its parts, and the seconds it took.
Ends with 1 if Khiops itself failed.
"""
import glob
import json
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time

# One process, so that nothing is left when the time is up; its co-clustering search is not parallel anyway.
os.environ.setdefault("KHIOPS_PROC_NUMBER", "1")
# Khiops looks for its own programs on the path; they stand beside this Python.
os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", "")

from khiops import core as kh


def learn(instances, folder):
    os.setsid()
    with open(instances, encoding="utf-8") as file:
        names = file.readline().rstrip("\n").split("\t")
    dictionary = kh.Dictionary()
    dictionary.name = "instances"
    for name in names:
        variable = kh.Variable()
        variable.name = name
        variable.type = "Categorical"
        dictionary.add_variable(variable)
    domain = kh.DictionaryDomain()
    domain.add_dictionary(dictionary)
    kh.train_coclustering(domain, "instances", instances, names, os.path.join(folder, "grid.khcj"))


def main():
    instances, seconds = sys.argv[1], float(sys.argv[2])
    folder = tempfile.mkdtemp()
    start = time.time()
    process = multiprocessing.Process(target=learn, args=(instances, folder))
    process.start()
    process.join(seconds)
    taken = time.time() - start
    if process.is_alive():
        os.killpg(process.pid, signal.SIGKILL)
        process.join()
    elif process.exitcode != 0:
        sys.exit("khiops failed")
    grids = sorted(glob.glob(os.path.join(folder, "grid*.khcj")), key=os.path.getmtime)
    best = {"explained": 0.0, "parts": [1, 1]}
    for path in grids:
        try:
            with open(path, encoding="latin1") as file:
                report = json.load(file)["coclusteringReport"]
        except ValueError:
            continue  # being written when the time was up
        explained = report["summary"]["nullCost"] - report["summary"]["cost"]
        if explained > best["explained"]:
            best = {"explained": explained, "parts": [part["parts"] for part in report["dimensionSummaries"]]}
    shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps({**best, "seconds": taken}))


if __name__ == "__main__":
    main()
