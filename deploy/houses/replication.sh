#!/bin/bash
# Runs once, when the database is created: lets the replica follow it.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v secret="$REPLICA_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE replica WITH REPLICATION LOGIN PASSWORD :'secret';
SQL
echo "host replication replica 172.29.0.0/24 scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql -U "$POSTGRES_USER" -d "$POSTGRES_DB" -c "SELECT pg_reload_conf()"
