#!/bin/bash
# Copies the database at PGHOST the first time, then follows it. `pg_ctl promote` makes it the database if the first one is lost.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until pg_basebackup -U replica -D "$PGDATA" -R -X stream -d "application_name=replica"; do
    rm -rf "${PGDATA:?}"/*
    sleep 2
  done
  chmod 0700 "$PGDATA"
fi
# in the place of the database, it has no replica to wait for
exec postgres -D "$PGDATA" -c synchronous_standby_names= "$@"
