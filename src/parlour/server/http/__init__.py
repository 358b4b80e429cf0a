"""HTTP machinery: reading requests, checks, errors, OpenAPI and static pages. The endpoints themselves are in `api`."""
