-- module: platform
-- What the steps of a call answered that were committed under its key, in their order: a repeat goes on after them.
alter table idempotency_keys add column done jsonb not null default '[]';
