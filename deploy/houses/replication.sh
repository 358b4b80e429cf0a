#!/bin/bash
# Runs once, when the database is created: lets the replica follow it. From the next start on, a commit waits until the replica
# has it too, so that no acknowledged move is lost when the replica takes over.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v secret="$REPLICA_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE replica WITH REPLICATION LOGIN PASSWORD :'secret';
ALTER SYSTEM SET synchronous_standby_names = replica;
SQL
echo "host replication replica 172.29.0.0/24 scram-sha-256" >> "$PGDATA/pg_hba.conf"
