-- module: mails
-- Letters to be sent, written with their cause. What stands in one is found when it is sent: no words of it are kept here.
create table email_outbox (
  id uuid primary key,
  template text not null,
  -- Null when it goes to whoever its order or account belongs to.
  recipient text,
  user_id bigint,
  -- What it is about: ids and amounts, never secrets.
  facts jsonb not null default '{}',
  -- Names its cause: one letter, however often the cause is worked on.
  dedupe_key text not null unique,
  attempts int not null default 0,
  -- Whoever sends it holds it until then, so that two never do.
  claimed_until timestamptz,
  sent_at timestamptz,
  -- Nobody wants it any more, or the mail server will not have it.
  dropped_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index email_outbox_waiting on email_outbox (created_at) where sent_at is null and dropped_at is null;
create index email_outbox_done on email_outbox (coalesce(sent_at, dropped_at));
