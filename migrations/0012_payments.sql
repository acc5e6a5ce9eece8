-- module: payments
create table payments (
  id uuid primary key,
  order_id uuid not null references orders,
  -- Sent to the provider for its own documents.
  order_number bigint not null,
  provider text not null,
  -- The provider's id of the payment; null until it has answered.
  psp_reference text,
  amount bigint not null check (amount >= 0),
  currency char(3) not null,
  status text not null
    check (status in ('created', 'requires_action', 'processing', 'authorized', 'captured', 'failed', 'expired',
      'voided', 'partially_refunded', 'refunded', 'disputed')),
  -- Recomputed from payment_events whenever one arrives.
  authorized_amount bigint not null default 0 check (authorized_amount >= 0),
  captured_amount bigint not null default 0 check (captured_amount >= 0),
  refunded_amount bigint not null default 0,
  failure_code text,
  failure_message text,
  -- What the customer's browser needs to complete the payment: a token, or the bank account to transfer to.
  client jsonb not null default '{}',
  -- The call to the provider that is still to be made; retried after the commit until it succeeds.
  requested_action text check (requested_action in ('capture', 'cancel')),
  -- The order ended or was paid twice: money that still arrives is refunded.
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, psp_reference),
  constraint refund_within_capture check (refunded_amount between 0 and captured_amount)
);
create unique index payments_one_live on payments (order_id)
  where status in ('created', 'requires_action', 'processing', 'authorized');
create index on payments (order_id, created_at desc);
create index payments_to_ask on payments (updated_at)
  where requested_action is not null or status in ('created', 'requires_action', 'processing');
-- A declined card payment can be retried with another card for a while, so recent ones are checked every minute.
create index payments_failed on payments (created_at) where status = 'failed';

alter table order_transactions add foreign key (payment_id) references payments;

create table payment_events (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments,
  provider text not null,
  psp_reference text not null,
  -- The provider's id of the charge, refund or authorization.
  object_ref text not null,
  kind text not null
    check (kind in ('processing', 'auth', 'capture', 'fail', 'void', 'refund', 'refund_fail', 'chargeback',
      'chargeback_won', 'chargeback_lost')),
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
  order_id uuid not null references orders,
  payment_id uuid not null references payments,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  reason text not null check (reason <> ''),
  -- A pending refund counts against what can still be refunded. 'cancelled': it would have reduced an authorization
  -- that was voided meanwhile.
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'cancelled')),
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
