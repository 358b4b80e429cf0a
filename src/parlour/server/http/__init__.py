"""HTTP machinery: reading requests, checks, errors, OpenAPI and static pages. What the server answers is in `api`."""
