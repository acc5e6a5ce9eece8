-- module: accounts
create table users (
  id bigint generated always as identity primary key,
  username text,
  email text,
  fullname text,
  role text not null default 'customer' check (role in ('customer', 'staff', 'admin')),
  account_status text not null default 'active'
    check (account_status in ('active', 'unverified', 'blocked', 'deleted')),
  password_hash text,
  email_verified_at timestamptz,
  -- Increased to revoke every access token issued before.
  token_epoch int not null default 0,
  -- The version of the role and permissions.
  access_version int not null default 0,
  -- The language of its last session (ISO 639), for emails; null is the shop's.
  language text,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint users_have_a_name check (username is not null or email is not null),
  unique (id, role)
);
create unique index users_username on users (lower(username)) where deleted_at is null;
create unique index users_email on users (lower(email)) where deleted_at is null;
create index on users (role, created_at desc);
create index on users (created_at desc, id desc);
create index on users (last_seen_at desc nulls last);
create index users_words on users
  using gin ((coalesce(fullname, '') || ' ' || coalesce(email, '') || ' ' || coalesce(username, '')) gin_trgm_ops);

-- What a member of staff may see and change. Areas without a row are not accessible; administrators have no rows.
create table staff_permissions (
  user_id bigint not null,
  -- Holds that only staff have permissions.
  role text not null default 'staff' check (role = 'staff'),
  area text not null check (area in ('catalogue', 'orders', 'customers', 'marketing', 'settings')),
  access text not null check (access in ('read', 'write')),
  primary key (user_id, area),
  foreign key (user_id, role) references users (id, role)
);

-- Invitations that have not been accepted.
create table staff_invitations (
  id bigint generated always as identity primary key,
  email text not null,
  role text not null check (role in ('staff', 'admin')),
  permissions jsonb not null,
  invited_by bigint not null references users,
  -- The one-time token of the latest email.
  token_id uuid not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint staff_invitations_have_permissions check ((role = 'staff') = (permissions <> '{}'))
);
create unique index staff_invitations_email on staff_invitations (lower(email));

create table sessions (
  id uuid primary key,
  user_id bigint not null references users,
  -- All refresh tokens rotated from one sign-in; reusing an old one revokes the whole family.
  family_id uuid not null,
  refresh_hash bytea not null unique,
  rotated_at timestamptz,
  -- The session row of the token it was exchanged for.
  rotated_to uuid,
  user_agent text,
  -- sha256 of the secret the browser is recognized by.
  device_hash bytea,
  created_at timestamptz not null default now(),
  family_created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text
);
create index on sessions (user_id) where revoked_at is null;
create index on sessions (user_id, device_hash);
create index on sessions (family_id);
create index on sessions (expires_at);

create table auth_attempts (
  key text primary key,
  failures int not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz
);

-- The account of a user at a sign-in provider.
create table user_identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  provider text not null,
  subject text not null,
  email text,
  created_at timestamptz not null default now(),
  constraint user_identities_subject unique (provider, subject)
);
create index on user_identities (user_id);

-- Single-use tokens sent by email. The secret is not stored: it is derived from the id and the shop's signing key.
create table one_time_tokens (
  id uuid primary key,
  user_id bigint references users,
  email text,
  purpose text not null
    check (purpose in ('verify', 'reset', 'login_code', 'email_change', 'contact_email', 'oauth_state',
      'oauth_exchange', 'staff_invitation', 'two_factor')),
  token_hash bytea not null unique,
  -- Wrong codes typed by the device that requested the token, and by all others.
  requested_by bytea,
  attempts int not null default 0,
  attempts_elsewhere int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index on one_time_tokens (lower(email), created_at desc);
create index on one_time_tokens (user_id, created_at desc);
create index on one_time_tokens (expires_at);

-- Codes of an authenticator app as the second step of signing in.
create table two_factor (
  user_id bigint primary key references users,
  -- Encrypted with a key derived from the shop's signing key.
  secret bytea not null,
  -- Null while it is being set up: sign-ins don't need a code yet.
  confirmed_at timestamptz,
  -- The time step of the latest code that was used: older ones and itself are refused.
  last_used_step bigint,
  -- sha256 of the recovery codes that have not been used.
  recovery_code_hashes bytea[] not null default '{}',
  created_at timestamptz not null default now(),
  check ((confirmed_at is null) = (last_used_step is null))
);

-- Saved views and columns of the lists of the dashboard.
create table list_preferences (
  user_id bigint not null references users,
  list text not null,
  views jsonb not null default '[]',
  columns text[],
  primary key (user_id, list)
);

create table addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  fullname text not null,
  company text,
  vat_id text,
  line1 text not null,
  line2 text,
  city text not null,
  region_code text,
  postal_code text not null,
  country char(2) not null,
  phone text,
  is_default_shipping boolean not null default false,
  created_at timestamptz not null default now()
);
create index on addresses (user_id);
create unique index addresses_one_default on addresses (user_id) where is_default_shipping;

-- Notes of staff, never shown to the customer.
create table customer_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  author_id bigint not null references users,
  text text not null check (text <> ''),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index on customer_notes (user_id, created_at desc);

create table customer_tags (
  user_id bigint not null references users,
  name text not null check (name <> ''),
  primary key (user_id, name)
);
create unique index customer_tags_once on customer_tags (lower(name), user_id);

-- Which accounts a tag was added to or removed from at once, for undo.
create table customer_tag_edits (
  id bigint generated always as identity primary key,
  action text not null check (action in ('add', 'remove')),
  name text not null,
  user_ids bigint[] not null,
  created_by bigint not null references users,
  created_at timestamptz not null default now()
);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_user_id bigint references users,
  action text not null,
  entity text not null,
  entity_id text not null,
  name text,
  before jsonb,
  after jsonb,
  request_id text,
  at timestamptz not null default now(),
  undone_at timestamptz
);
create index on audit_log (entity, entity_id, at desc);
create index on audit_log (at desc);
create index on audit_log (actor_user_id, at desc);

-- For the platform: the account behind each access token.
create view caller_accounts as
  select id, role, account_status, token_epoch,
    coalesce((select jsonb_object_agg(area, access) from staff_permissions where user_id = users.id), '{}')
      as permissions,
    role <> 'customer' and (select is_required from two_factor_policy)
      and not exists (select from two_factor where user_id = users.id and confirmed_at is not null)
      as must_set_up_two_factor
  from users
  where deleted_at is null;

-- Further addresses that an account has confirmed, for its orders.
create table contact_emails (
  user_id bigint not null references users,
  email text not null,
  confirmed_at timestamptz not null default now()
);
create unique index on contact_emails (user_id, lower(email));

-- For orders: the addresses an account has confirmed.
create view confirmed_emails as
  select id as user_id, email, true as is_main
  from users
  where email is not null and email_verified_at is not null and deleted_at is null
  union all
  select user_id, email, false
  from contact_emails;

-- For orders: the fields an order copies from its customer.
create view account_contacts as
  select id, email, fullname, language
  from users
  where deleted_at is null;
