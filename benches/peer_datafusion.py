"""Plain DataFusion on a Parquet file: one GROUP BY over some columns, and one rewrite of the file.

    peer_datafusion.py make SMALL.parquet ROWS LARGE.parquet     a file of ROWS rows, made of the small one's
    peer_datafusion.py run LARGE.parquet OUT COLUMN…             prints JSON: seconds of both, groups, peak bytes
"""

import json
import resource
import sys
import time


def make(small, rows, large):
    import pyarrow.parquet as parquet

    table = parquet.read_table(small)
    writer = parquet.ParquetWriter(large, table.schema, compression="snappy")
    left = rows
    while left > 0:
        piece = table.slice(0, min(table.num_rows, left))
        writer.write_table(piece, row_group_size=1 << 20)
        left -= piece.num_rows
    writer.close()


def run(large, out, columns):
    import datafusion

    context = datafusion.SessionContext()
    context.register_parquet("data", large)
    names = ", ".join('"' + name + '"' for name in columns)
    start = time.time()
    batches = context.sql(f"SELECT {names}, count(*) AS rows FROM data GROUP BY {names}").collect()
    grouped = time.time()
    context.sql("SELECT * FROM data").write_parquet(out)
    done = time.time()
    print(
        json.dumps(
            {
                "group": grouped - start,
                "rewrite": done - grouped,
                "groups": sum(batch.num_rows for batch in batches),
                "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
                "version": datafusion.__version__,
            }
        )
    )


if sys.argv[1] == "make":
    make(sys.argv[2], int(sys.argv[3]), sys.argv[4])
else:
    run(sys.argv[2], sys.argv[3], sys.argv[4:])
