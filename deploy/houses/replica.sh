#!/bin/bash
# Copies the database the first time, then follows it. `pg_ctl promote` makes it the database if the first one is lost.
set -euo pipefail
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  until pg_basebackup -h database -U replica -D "$data" -R -X stream -d "application_name=replica"; do
    rm -rf "${data:?}"/*
    sleep 2
  done
  chmod 0700 "$data"
fi
exec postgres -D "$data"
