-- module: notifications
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  type text not null,
  -- English texts, which are translated when they are read, and the values of their placeholders.
  title text not null,
  body text,
  values jsonb not null default '{}',
  link text,
  dedupe_key text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, dedupe_key)
);
create index on notifications (user_id, created_at desc);
create index notifications_unread on notifications (user_id) where read_at is null;
-- The name in them is erased with the account.
create index on notifications (dedupe_key) where type = 'new_user';

-- Preferences of users; a missing row means enabled.
create table notification_prefs (
  user_id bigint not null references users,
  type text not null,
  channel text not null check (channel in ('inapp', 'email', 'push')),
  enabled boolean not null,
  primary key (user_id, type, channel)
);
