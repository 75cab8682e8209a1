#!/bin/sh
# The page in a real browser against the real server: run.sh [path of bauta]
# Playwright and axe come from npm into a cache folder; the browser is the machine's Chromium. What is missing is said.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
BAUTA=${1:-${BAUTA:-}}
[ -x "$BAUTA" ] || { echo "usage: run.sh PATH_OF_BAUTA" >&2; exit 2; }
command -v npm > /dev/null || { echo "skipped: the page in a browser (node and npm are not installed)"; exit 0; }
BROWSER=${BROWSER:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$BROWSER" ] || { echo "skipped: the page in a browser (Chromium is not installed)"; exit 0; }
cache=${BAUTA_UI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bauta-ui}/e2e
packages="playwright-core@1.65.0 axe-core@4.14.0"
mkdir -p "$cache"
if [ "$(cat "$cache/packages" 2> /dev/null)" != "$packages" ]; then
    (cd "$cache" && echo '{"private":true}' > package.json && npm install --silent --ignore-scripts --no-audit --no-fund $packages) ||
        { echo "skipped: the page in a browser (npm cannot fetch playwright-core)"; exit 0; }
    echo "$packages" > "$cache/packages"
fi
SHOTS=${SHOTS:-$cache/shots}
mkdir -p "$SHOTS"
export BAUTA BROWSER SHOTS MODULES="$cache/node_modules"
cd "$here"
node --test --test-concurrency=1 --test-reporter=spec "${TESTS:-.}"
echo "screens: $SHOTS"
