-- module: shop
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

create table settings (
  key text primary key,
  value jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
