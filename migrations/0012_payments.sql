-- module: payments
create table payments (
  id uuid primary key,
  order_id uuid not null,
  -- The number customers know the order by, for the provider's own papers.
  order_number bigint not null,
  provider text not null,
  -- What the provider knows it by; null until a provider at the far end of a network has answered.
  psp_reference text,
  amount bigint not null check (amount >= 0),
  currency char(3) not null,
  status text not null check (status in ('created', 'requires_action', 'processing', 'authorized', 'captured', 'failed', 'expired', 'voided', 'partially_refunded', 'refunded', 'disputed')),
  -- Recomputed from payment_events each time one arrives.
  authorized_amount bigint not null default 0 check (authorized_amount >= 0),
  captured_amount bigint not null default 0 check (captured_amount >= 0),
  refunded_amount bigint not null default 0,
  failure_code text,
  failure_message text,
  -- What the customer's screen needs while it is asked for something: a token, or where to transfer the money.
  client jsonb not null default '{}',
  -- What the provider is still to be told. It is done after the commit, and again until it is answered.
  wanted text check (wanted in ('capture', 'cancel')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, psp_reference),
  constraint refund_within_capture check (refunded_amount between 0 and captured_amount)
);
create unique index payments_one_live on payments (order_id) where status in ('created', 'requires_action', 'processing', 'authorized');
create index on payments (order_id, created_at desc);
create index payments_to_ask on payments (updated_at) where wanted is not null or status in ('created', 'requires_action', 'processing');

create table payment_events (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments,
  provider text not null,
  psp_reference text not null,
  -- The provider's own id of the charge, refund or authorisation.
  object_ref text not null,
  kind text not null check (kind in ('processing', 'auth', 'capture', 'fail', 'void', 'refund', 'refund_fail', 'chargeback', 'chargeback_won', 'chargeback_lost')),
  amount bigint not null check (amount >= 0),
  currency char(3) not null,
  provider_event_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  unique (provider, object_ref, kind)
);
create index on payment_events (payment_id);
create index on payment_events (provider_event_at);

create table refunds (
  id uuid primary key,
  order_id uuid not null,
  payment_id uuid not null references payments,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  reason text not null check (reason <> ''),
  -- `pending` is kept back from what may still be returned; `dropped`: the promise it would have lessened was let go.
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'dropped')),
  psp_reference text,
  failure_message text,
  idempotency_key text not null,
  requested_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index refunds_once on refunds (order_id, idempotency_key) where status <> 'failed';
create index on refunds (order_id, created_at);
create index on refunds (payment_id);
create index refunds_pending on refunds (updated_at) where status = 'pending';

create table webhook_inbox (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts int not null default 0,
  last_error text,
  primary key (provider, event_id)
);
create index on webhook_inbox (received_at) where processed_at is null;
