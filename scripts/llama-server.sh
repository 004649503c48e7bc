#!/usr/bin/env bash
# Gets a real llama.cpp server where Debian's unstable release can be reached, for test/bin/llama.test.ts:
#
#   scripts/llama-server.sh <folder>
#
# It is unpacked into the folder with a C library of its own; nothing is installed and nothing else is touched. Prints
# the path of a command that starts it. Exits with 3 and one line on standard error where it cannot be had.
set -euo pipefail

give_up() {
  echo "llama.cpp's server cannot be had: $1" >&2
  exit 3
}

[ $# -eq 1 ] || { echo "usage: scripts/llama-server.sh <folder>" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
command="$folder/llama-server"
if [ -x "$command" ]; then echo "$command"; exit 0; fi

for needed in apt-get dpkg-deb; do
  command -v "$needed" >/dev/null || give_up "there is no $needed here"
done

# The mirror that this machine's own Debian packages come from.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -m1 -E '/debian/?$' || true)
[ -n "$mirror" ] || give_up "apt-get knows no Debian mirror"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f "$keys" ] || give_up "there are no keys of Debian's archive here"

apt="$folder/apt"
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
: > "$apt/status" # as if nothing were installed, so that all that is needed comes along
echo "deb [signed-by=$keys] $mirror sid main" > "$apt/sources.list"
options=(
  -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null
  -o "Dir::State::lists=$apt/lists" -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache"
  -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o APT::Install-Recommends=false -o Acquire::Retries=2
)
apt-get "${options[@]}" update > "$apt/log" 2>&1 || give_up "the lists of packages could not be fetched ($(tail -n 1 "$apt/log"))"
apt-get "${options[@]}" install --yes --download-only llama.cpp-tools >> "$apt/log" 2>&1 || give_up "the packages could not be fetched ($(tail -n 1 "$apt/log"))"

root="$folder/root"
mkdir -p "$root"
for package in "$apt"/cache/archives/*.deb; do
  dpkg-deb --extract "$package" "$root" || give_up "a package could not be unpacked"
done
rm -rf "$apt"

libraries=$(dirname "$(find "$root" -name 'libllama.so*' -print -quit)")
loader=$(find "$root" -name 'ld-linux*.so.*' -print -quit)
backend=$(find "$root" -name 'libggml-cpu-x64.so' -print -quit) # the one every processor can run
backend=${backend:-$(find "$root" -name 'libggml-cpu*.so' -print -quit)}
[ -n "$loader" ] && [ -n "$backend" ] || give_up "the packages are not made as they used to be"

cat > "$command" <<END
#!/bin/sh
GGML_BACKEND_PATH='$backend' exec '$loader' --library-path '$libraries:$libraries/llama:$libraries/ggml' '$root/usr/bin/llama-server' "\$@"
END
chmod +x "$command"
"$command" --version > /dev/null 2>&1 || { rm "$command"; give_up "it does not start on this machine"; }
echo "$command"
