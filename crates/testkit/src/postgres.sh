# A PostgreSQL server of one test process: lives in a folder of its own, listens on a socket in it and on no network, and ends
# when standard input closes, which is when the test process ends in whatever way. Prints its folder once it answers.
# Argument: the folder of the server's programs.
set -eu
dir=$(mktemp -d /tmp/bauta-pg.XXXXXX)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
"$1/initdb" -D data -A trust -U postgres -E UTF8 --locale=C --no-sync >log 2>&1
printf 'local all locked scram-sha-256\nlocal all all trust\n' >data/pg_hba.conf
"$1/pg_ctl" -D data -w -t 60 -l log start >>log 2>&1 \
    -o "-k '$dir' -c listen_addresses='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off"
echo "$dir"
read -r _ || true
"$1/pg_ctl" -D data -m immediate -w stop >/dev/null 2>&1
