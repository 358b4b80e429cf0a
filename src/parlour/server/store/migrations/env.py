"""Alembic's entry point: applies the revisions on the connection given to `alembic_config`."""

from alembic import context

from parlour.server.store.schema import metadata

# Batch mode: SQLite can only alter a table by creating it again.
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
