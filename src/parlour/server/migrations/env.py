"""What Alembic runs to apply the revisions, on the connection that `configured` was given."""

from alembic import context

from parlour.server.schema import metadata

# Batches: SQLite changes a table by making it anew.
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
