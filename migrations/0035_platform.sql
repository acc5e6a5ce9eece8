-- module: platform
-- Which signing key this database is used with, by an id derived from it, so that a start with another one is refused.
create table signing_key (
  id text not null,
  since timestamptz not null default now(),
  is_only boolean primary key default true check (is_only)
);
