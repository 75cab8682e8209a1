#!/bin/sh
# Checks the types of the page, strictly. The compiler and the libraries' types come from npm into a cache folder.
# Exit status 0 = fine or skipped (said so), else what tsc says.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v npm > /dev/null || { echo "skipped: types of the page (node and npm are not installed)"; exit 0; }
cache=${BAUTA_UI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bauta-ui}/check
packages="typescript@7.0.2 $(grep '^package ' "$here/vendor.lock" | cut -d' ' -f2 | tr '\n' ' ')"
mkdir -p "$cache"
if [ "$(cat "$cache/packages" 2> /dev/null)" != "$packages" ]; then
    (cd "$cache" && echo '{"private":true}' > package.json && npm install --silent --ignore-scripts --no-audit --no-fund $packages) ||
        { echo "skipped: types of the page (npm cannot fetch the compiler)"; exit 0; }
    echo "$packages" > "$cache/packages"
fi
# Every key of the texts, as a type: a text that nobody wrote does not pass.
{ echo "export type Key ="; sed -n 's/^\([a-z][a-zA-Z0-9-]*\) =.*/  | "\1"/p' "$here"/../../texts/en/*.ftl; echo ";"; } > "$cache/texts.d.ts"
# The sources lie elsewhere than the libraries, so each name is told its place.
cat > "$cache/tsconfig.json" << EOF
{
  "extends": "$here/tsconfig.json",
  "compilerOptions": {
    "paths": {
      "preact": ["./node_modules/preact/src/index.d.ts"],
      "preact/*": ["./node_modules/preact/*/src/index.d.ts"],
      "@preact/signals": ["./node_modules/@preact/signals/dist/signals.d.ts"],
      "@preact/signals-core": ["./node_modules/@preact/signals-core/dist/signals-core.d.ts"],
      "@fluent/bundle": ["./node_modules/@fluent/bundle/esm/index.d.ts"],
      "texts": ["./texts.d.ts"],
      "echarts": ["./node_modules/echarts/index.d.ts"]
    }
  },
  "include": ["$here/web"]
}
EOF
"$cache/node_modules/.bin/tsc" --project "$cache/tsconfig.json" --pretty false
echo "types of the page: fine"
