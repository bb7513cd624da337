#!/bin/sh
# Writes a backup into a directory named by the time, tries it out, and removes those older than 35 days, but never the last ones.
# Usage: nightly-backup.sh DIRECTORY. With PostgreSQL set BACKUP_CHECK_URL to a database that is emptied and filled to try it out.
set -eu
directory=${1:?DIRECTORY: must be given}
countersign=${COUNTERSIGN:-$(dirname "$0")/../bin/countersign}
backup=$directory/$(date -u +%Y-%m-%dT%H%M%SZ)

mkdir -p "$directory"
# What a backup left that was killed, by a restart of the machine for example. Those of the last day may still be written.
find "$directory" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??????Z.unfinished-*' -mtime +0 -exec rm -rf {} +
"$countersign" backup "$backup"
if [ -f "$backup/database.dump" ]; then
  : "${BACKUP_CHECK_URL:?must name an empty database in which the backup is tried out}"
  # Without the notice of each table that is dropped.
  PGOPTIONS='-c client_min_messages=warning' psql "$BACKUP_CHECK_URL" --quiet --set=ON_ERROR_STOP=1 \
    --command='drop schema public cascade' --command='create schema public'
  # A variable that names another database must not win over it.
  env -u DATABASE_URL_FILE "$countersign" restore "$backup" --verify --database-url "$BACKUP_CHECK_URL"
else
  "$countersign" restore "$backup" --verify
fi
"$countersign" backups verified "$backup"
# What was erased since an older backup was made has to be erased again after that one is restored: "countersign erasures replay".
"$countersign" erasures list --since 36d --all --format jsonl >"$directory/erasures.jsonl.new"
mv "$directory/erasures.jsonl.new" "$directory/erasures.jsonl"
# The age of a backup is told by the clock of this machine. Where no other one is younger, the clock may have jumped, or backups had
# stopped: then none is removed before somebody has looked, or another night has passed.
others() { find "$directory" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??????Z' "$@" ! -path "$backup"; }
if [ -n "$(others ! -mtime +35)" ]; then
  others -mtime +35 -exec rm -rf {} +
elif [ -n "$(others -mtime +35)" ]; then
  echo "$directory: every backup but the newest is older than 35 days, and none was removed: see whether the clock of this machine is right" >&2
fi
