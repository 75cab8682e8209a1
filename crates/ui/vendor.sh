#!/bin/sh
# Fetches the libraries of the page by npm, at the versions of vendor.lock, and compares each file with its SHA-256.
#   vendor.sh           fetch and compare; fails on a difference
#   vendor.sh --update  fetch and write the sums anew (after a change of a version)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
packages=$(grep '^package ' "$here/vendor.lock" | cut -d' ' -f2)
(cd "$fresh" && echo '{"private":true}' > package.json && npm install --silent --ignore-scripts --no-audit --no-fund $packages)
mkdir -p "$here/vendor"
sums=$(mktemp)
grep '^file ' "$here/vendor.lock" | while read -r _ name source _; do
    # Maps of the sources are not shipped, so their mention goes.
    mkdir -p "$fresh/$(dirname "$name")"
    sed '/^\/\/# sourceMappingURL=/d; s/^\(.*\)\/\/# sourceMappingURL=.*$/\1/' "$fresh/node_modules/$source" > "$fresh/$name"
    echo "file $name $source $(sha256sum "$fresh/$name" | cut -d' ' -f1)" >> "$sums"
done
if [ "${1:-}" = --update ]; then
    { grep -v '^file ' "$here/vendor.lock"; cat "$sums"; } > "$fresh/lock"
    mv "$fresh/lock" "$here/vendor.lock"
else
    grep '^file ' "$here/vendor.lock" | diff - "$sums" || { echo "the files of npm are not those of vendor.lock" >&2; exit 1; }
fi
grep '^file ' "$here/vendor.lock" | while read -r _ name _ _; do mkdir -p "$here/vendor/$(dirname "$name")"; cp "$fresh/$name" "$here/vendor/$name"; done
rm -f "$sums"
echo "vendored: $(ls "$here/vendor" | tr '\n' ' ')"
