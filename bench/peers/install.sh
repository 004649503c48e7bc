#!/usr/bin/env bash
# Installs what `bench/peers/run.ts` compares: this library as it would be published, and its peers, each in a folder of
# its own under bench/results/peers/ (not in git), with exact versions, outside the project's own lock file.
set -euo pipefail
cd "$(dirname "$0")/../.."
top=$PWD
folders=$top/bench/results/peers

install() {
  local folder=$folders/$1
  shift
  mkdir -p "$folder"
  echo '{"private":true,"type":"module"}' > "$folder/package.json"
  (cd "$folder" && npm install --save-exact --no-package-lock --no-audit --no-fund --prefer-offline --loglevel=error "$@")
}

rm -rf "$folders"
mkdir -p "$folders"
npm pack --silent --pack-destination "$folders" > /dev/null
install bare
install troupe "$folders"/troupe-*.tgz xstate@5.33.3 zod@4.6.7
install ai-sdk ai@6.0.326 zod@4.6.7 @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/context-async-hooks@2.12.1
