# A PostgreSQL server of one test process: lives in a folder of its own, listens on a socket in it and on no network, and ends
# when standard input closes, which is when the test process ends in whatever way. Prints its folder once it answers.
# Arguments: the folder of the server's programs; and, for a server that is also reached over the network of this machine, its port. That one
# encrypts if the variables CERTIFICATE and KEY have something to encrypt with.
set -eu
dir=$(mktemp -d /tmp/bauta-pg.XXXXXX)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
"$1/initdb" -D data -A trust -U postgres -E UTF8 --locale=C --no-sync >log 2>&1
printf 'local all locked scram-sha-256\nlocal all all trust\n' >data/pg_hba.conf
network=
if [ -n "${2:-}" ]; then
    printf 'host all all 127.0.0.1/32 trust\n' >>data/pg_hba.conf
    printf "listen_addresses = '127.0.0.1'\nport = %s\n" "$2" >>data/postgresql.conf
else
    network="-c listen_addresses=''"
fi
if [ -n "${CERTIFICATE:-}" ]; then
    (umask 077 && printf '%s' "$CERTIFICATE" >data/server.crt && printf '%s' "$KEY" >data/server.key)
    printf 'ssl = on\n' >>data/postgresql.conf
fi
"$1/pg_ctl" -D data -w -t 60 -l log start >>log 2>&1 \
    -o "-k '$dir' $network -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off"
echo "$dir"
read -r _ || true
"$1/pg_ctl" -D data -m immediate -w stop >/dev/null 2>&1
