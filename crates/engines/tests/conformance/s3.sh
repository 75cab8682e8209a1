# An S3-compatible server of one test process, on loopback: moto, in an environment of its own below the target folder. Prints its address
# once it answers and has a bucket; ends when standard input closes. Argument: the folder of the environment.
set -eu
if [ ! -x "$1/bin/moto_server" ]; then
    python3 -m venv "$1" >/dev/null 2>&1
    "$1/bin/pip" install --quiet --disable-pip-version-check 'moto[server]>=5,<6' >/dev/null 2>&1
fi
log=$(mktemp)
"$1/bin/moto_server" -H 127.0.0.1 -p 0 >"$log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; rm -f "$log"' EXIT
"$1/bin/python" - "$log" <<'PYTHON'
import re, sys, time, boto3
for _ in range(600):
    found = re.search(r"http://127\.0\.0\.1:\d+", open(sys.argv[1]).read())
    if found:
        break
    time.sleep(0.1)
address = found.group(0)
boto3.client("s3", endpoint_url=address, region_name="us-east-1", aws_access_key_id="k", aws_secret_access_key="s").create_bucket(Bucket="data")
print(address, flush=True)
PYTHON
read -r _ || true
