-- module: redirects
create table redirects (
  id bigint generated always as identity primary key,
  -- Decoded and in lowercase, without query and trailing slash.
  from_path text not null constraint redirects_from unique check (from_path like '/%'),
  -- A path of this shop, never another host.
  to_path text not null check (to_path ~ '^/([^/\\]|$)'),
  created_at timestamptz not null default now(),
  version int not null default 1
);
