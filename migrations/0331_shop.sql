-- module: shop

-- The texts of the policy pages as they were: a row each time one of them changed, the last are those of now. Orders name
-- the row they were placed under.
create table policy_versions (
  id bigint generated always as identity primary key,
  privacy text,
  terms text,
  delivery text,
  returns text,
  created_at timestamptz not null default now()
);
insert into policy_versions (privacy, terms, delivery, returns)
select value ->> 'privacy', value ->> 'terms', value ->> 'delivery', value ->> 'returns'
from settings
where name = 'policies'
  and coalesce(value ->> 'privacy', value ->> 'terms', value ->> 'delivery', value ->> 'returns') is not null;

-- For orders: the texts of now; no row until one was written.
create view current_policies as
  select id as version_id
  from policy_versions
  order by id desc
  limit 1;
