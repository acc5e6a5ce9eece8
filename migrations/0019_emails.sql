-- module: emails
-- Emails to send, inserted in the transaction of their cause. The content is rendered when sent and not stored.
create table email_outbox (
  id uuid primary key,
  template text not null,
  -- Null for the customer of the order or account.
  recipient text,
  user_id bigint,
  -- Ids and amounts for the template, never secrets.
  facts jsonb not null default '{}',
  -- Identifies the cause: one email, however often the cause is processed.
  dedupe_key text not null unique,
  attempts int not null default 0,
  -- Locked by the process that sends it until then.
  claimed_until timestamptz,
  sent_at timestamptz,
  -- Obsolete, or rejected by the mail server.
  dropped_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index on email_outbox (user_id);
create index email_outbox_waiting on email_outbox (created_at) where sent_at is null and dropped_at is null;
create index email_outbox_done on email_outbox (coalesce(sent_at, dropped_at));
