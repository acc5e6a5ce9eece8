-- module: gift-cards
create table gift_cards (
  id bigint generated always as identity primary key,
  -- sha256 of the code: the code itself is worth money and is not stored.
  code_hash bytea not null unique,
  last4 text not null,
  currency char(3) not null,
  initial_amount bigint not null check (initial_amount > 0),
  balance_amount bigint not null,
  expires_at timestamptz,
  is_active boolean not null default true,
  -- A name or an email address, for the merchant only.
  recipient text,
  note text,
  version int not null default 1,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint gift_card_not_overspent check (balance_amount between 0 and initial_amount)
);
create index on gift_cards (created_at desc);

-- Every change of a balance; the balance is the sum of its entries.
create table gift_card_entries (
  id bigint generated always as identity primary key,
  gift_card_id bigint not null references gift_cards,
  order_id uuid references orders,
  -- Number of the entry within its order, so that concurrent transactions cannot record the same step twice.
  step int not null check (step > 0),
  kind text not null check (kind in ('issue', 'spend', 'return')),
  delta_amount bigint not null check (delta_amount <> 0),
  balance_after bigint not null check (balance_after >= 0),
  at timestamptz not null default now(),
  unique nulls not distinct (gift_card_id, order_id, step),
  check ((order_id is null) = (kind = 'issue')),
  check ((delta_amount < 0) = (kind = 'spend'))
);
create index on gift_card_entries (order_id);
create index on gift_card_entries (gift_card_id, id desc);
