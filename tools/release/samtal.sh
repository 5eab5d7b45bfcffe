#!/bin/sh
# samtal start        starts the server, which takes the place of this process
# samtal admin …      the operator's tool
# samtal version
set -eu

here=$(dirname "$(readlink -f "$0")")/..
environment=/etc/samtal/samtal.env

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

# The Node of this archive, else the one of this machine.
if [ -x "$here/node/bin/node" ]; then
  node=$here/node/bin/node
else
  node=$(command -v node) || fail 'Samtal needs Node 24 or newer, and this archive is without Node. Please install Node 24.'
  major=$("$node" -p 'process.versions.node.split(".")[0]')
  [ "$major" -ge 24 ] || fail "Samtal needs Node 24 or newer; $node is $("$node" --version)."
fi

command=${1-}
[ $# -eq 0 ] || shift
case $command in
  start)
    exec "$node" "$here/apps/server/dist/server/main.js" "$@"
    ;;
  admin)
    # The tool works on the data of the installed server, unless the environment names others.
    if [ -z "${DATA_DIR-}${DATABASE_URL-}" ] && [ -e "$environment" ]; then
      [ -r "$environment" ] || fail "This user may not read $environment. Run: runuser -u samtal -- samtal admin …"
      exec "$node" "--env-file=$environment" "$here/apps/server/dist/server/admin.js" "$@"
    fi
    exec "$node" "$here/apps/server/dist/server/admin.js" "$@"
    ;;
  version | --version)
    cat "$here/VERSION"
    ;;
  *)
    fail 'Usage: samtal start | samtal admin <command> | samtal version'
    ;;
esac
