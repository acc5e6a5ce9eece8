-- module: shop
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

-- One row for each group of settings; `value` has those that differ from the defaults.
create table settings (
  name text primary key,
  value jsonb not null default '{}',
  -- Counts the changes, so that two administrators don't overwrite each other.
  version int not null default 1,
  updated_at timestamptz not null default now()
);
insert into settings (name) values
  ('general'), ('localization'), ('checkout'), ('payments'), ('emails'), ('email_templates'), ('policies'), ('content'),
  ('staff');

-- For accounts: whether administrators and staff need two-factor authentication.
create view two_factor_policy as
  select coalesce((value ->> 'require_two_factor')::boolean, false) as is_required
  from settings
  where name = 'staff';

-- For media: the image of the logo.
create view logo_image as
  select (value ->> 'logo_image_id')::bigint as image_id
  from settings
  where name = 'general' and value ->> 'logo_image_id' is not null;

-- Keys and passwords of other services, encrypted with a key derived from the signing key of the data folder.
create table setting_secrets (
  name text primary key,
  encrypted bytea not null,
  updated_at timestamptz not null default now()
);
