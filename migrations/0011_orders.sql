-- module: orders
create sequence order_numbers start 1001;

create table orders (
  id uuid primary key,
  number bigint not null unique default nextval('order_numbers'),
  user_id bigint references users,
  -- Where the shop writes about it: an address its customer has confirmed.
  email text,
  -- The address the customer asked for, until it is confirmed.
  requested_email text,
  fullname text not null,
  status text not null
    check (status in ('pending_payment', 'confirmed', 'processing', 'on_hold', 'completed', 'cancelled', 'expired',
      'closed_returned')),
  payment_status text not null default 'unpaid'
    check (payment_status in ('unpaid', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded',
      'voided', 'disputed')),
  fulfilment_status text not null default 'unfulfilled'
    check (fulfilment_status in ('unfulfilled', 'partial', 'fulfilled', 'delivered', 'partially_returned',
      'returned')),
  -- Set by the shop alone: it decides what releasing the hold does.
  hold_reason text,
  -- Written by an administrator.
  hold_note text,
  -- The status before the hold.
  held_from text,
  currency char(3) not null,
  subtotal_amount bigint not null check (subtotal_amount >= 0),
  discount_amount bigint not null default 0 check (discount_amount >= 0),
  shipping_amount bigint not null check (shipping_amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  total_amount bigint not null check (total_amount >= 0),
  prices_include_tax boolean not null,
  coupon_code text,
  -- Explanations of the figures, as shown to the customer.
  reasons jsonb not null default '[]',
  quantity int not null check (quantity > 0),
  shipping_address jsonb not null,
  billing_address jsonb,
  shipping_method jsonb,
  customer_note text,
  -- Of its emails and invoices (ISO 639); null is the shop's.
  language text,
  cart_id uuid,
  -- The payment method chosen last; null until one is.
  payment_method text,
  source text not null default 'web' check (source in ('web', 'admin', 'import')),
  placed_at timestamptz not null default now(),
  confirmed_at timestamptz,
  packed_at timestamptz,
  expires_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  completed_at timestamptz,
  -- The account was deleted: personal data is erased once the order has ended.
  anonymize_at timestamptz,
  version int not null default 1,
  constraint order_adds_up check (
    total_amount = subtotal_amount - discount_amount + shipping_amount
      + case when prices_include_tax then 0 else tax_amount end)
);
-- A cart is ordered once, even without an idempotency key.
create unique index orders_one_of_cart on orders (cart_id) where status not in ('expired', 'cancelled');
create index on orders (user_id, placed_at desc);
create index on orders (status, placed_at desc);
create index on orders (placed_at desc);
create index orders_words on orders
  using gin ((fullname || ' ' || coalesce(email, '') || ' ' || coalesce(requested_email, '')) gin_trgm_ops);
create index on orders (payment_status, placed_at desc);
create index on orders (payment_method, placed_at desc);
create index on orders (fulfilment_status, placed_at desc);
create index on orders ((shipping_address ->> 'country'), placed_at desc);
create index on orders (((shipping_method ->> 'id')::bigint), placed_at desc);
create index on orders (total_amount desc, number desc);
create index orders_to_anonymize on orders (id) where anonymize_at is not null;
create index orders_to_ship on orders (placed_at desc)
  where status in ('confirmed', 'processing') and fulfilment_status in ('unfulfilled', 'partial');
create index orders_to_expire on orders (expires_at) where status = 'pending_payment';

-- Whether an order counts as sold: confirmed and not cancelled.
create function is_sold(status text, confirmed_at timestamptz) returns boolean language sql immutable as $$
  select confirmed_at is not null and status not in ('cancelled', 'expired', 'pending_payment')
$$;

create table order_lines (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  product_id bigint references products,
  variation_id bigint references variations,
  slug text,
  sku text,
  name text not null,
  options jsonb not null default '[]',
  thumbnail text not null,
  quantity int not null check (quantity > 0),
  unit_price_amount bigint not null check (unit_price_amount >= 0),
  discount_amount bigint not null default 0 check (discount_amount >= 0),
  tax_rate_bp int not null,
  -- Whether stock was tracked when it was ordered; untracked lines ship without a reservation.
  tracks_stock boolean not null default true,
  -- Days after delivery in which a return can be requested; 0 for final sale.
  return_days int not null default 30 check (return_days >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  total_amount bigint not null check (total_amount >= 0),
  fulfilled_qty int not null default 0 check (fulfilled_qty >= 0),
  cancelled_qty int not null default 0 check (cancelled_qty >= 0),
  returned_qty int not null default 0 check (returned_qty >= 0),
  -- Finds the lines of an order, and lets reservations reference line and order in one key.
  unique (order_id, id),
  constraint ships_too_many check (fulfilled_qty + cancelled_qty <= quantity),
  constraint returns_too_many check (returned_qty <= fulfilled_qty)
);

create index on order_lines (product_id, order_id);
create index on order_lines (lower(sku));
create index order_lines_words on order_lines using gin ((name || ' ' || coalesce(sku, '')) gin_trgm_ops);

-- Every money entry of an order, never changed and never deleted (docs/decisions/0022-order-ledger.md).
create table order_transactions (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  kind text not null
    check (kind in ('charge', 'credit', 'adjustment', 'payment', 'refund', 'gift_card', 'gift_card_refund',
      'chargeback', 'chargeback_reversal')),
  -- Minor units in the direction of its kind; negative where it reverses an earlier entry of the same kind.
  amount bigint not null check (amount <> 0),
  -- The tax within the amount.
  tax_amount bigint not null default 0,
  currency char(3) not null,
  order_line_id bigint references order_lines,
  quantity int,
  payment_id uuid,
  -- What it was written for: one cause has one entry of a kind for each line.
  cause text not null check (cause <> ''),
  actor_type text not null check (actor_type in ('system', 'customer', 'admin', 'provider')),
  actor_id bigint,
  at timestamptz not null default now(),
  unique nulls not distinct (order_id, kind, cause, order_line_id)
);
create index on order_transactions (payment_id) where payment_id is not null;
create index on order_transactions (at) where kind = 'refund';

-- Every figure of an order's money is a sum of its entries.
create view order_balance as
  select *, charged_amount - credited_amount - adjusted_amount - gift_card_amount + gift_card_refunded_amount
    - paid_amount + refunded_amount as outstanding_amount
  from (
    select order_id,
      coalesce(sum(amount) filter (where kind = 'charge'), 0)::int8 as charged_amount,
      coalesce(sum(amount) filter (where kind = 'credit'), 0)::int8 as credited_amount,
      coalesce(sum(amount) filter (where kind = 'adjustment'), 0)::int8 as adjusted_amount,
      coalesce(sum(amount) filter (where kind = 'gift_card'), 0)::int8 as gift_card_amount,
      coalesce(sum(amount) filter (where kind = 'gift_card_refund'), 0)::int8 as gift_card_refunded_amount,
      coalesce(sum(amount) filter (where kind = 'payment'), 0)::int8 as paid_amount,
      coalesce(sum(case kind when 'chargeback_reversal' then -amount else amount end)
        filter (where kind in ('refund', 'chargeback', 'chargeback_reversal')), 0)::int8 as refunded_amount,
      coalesce(sum(case kind when 'chargeback' then amount else -amount end)
        filter (where kind in ('chargeback', 'chargeback_reversal')), 0)::int8 as chargeback_amount
    from order_transactions
    group by order_id
  ) sums;

create function refuse_order_transaction_change() returns trigger language plpgsql as $$
begin
  raise exception 'an order transaction cannot be changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger order_transactions_append_only before update or delete on order_transactions
  for each row execute function refuse_order_transaction_change();
create trigger order_transactions_no_truncate before truncate on order_transactions
  for each statement execute function refuse_order_transaction_change();

-- What sums must hold: no credit above the charge, of the order and of each line, no refund above what was paid.
create function check_order_balance() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select case
      when credited_amount not between 0 and charged_amount then 'credit_within_charge'
      when gift_card_amount not between 0 and charged_amount then 'gift_cards_within_charge'
      when gift_card_refunded_amount not between 0 and gift_card_amount then 'gift_card_refund_within_gift_cards'
      when refunded_amount not between 0 and paid_amount then 'refund_within_payment'
    end
  into broken
  from order_balance
  where order_id = new.order_id;
  if broken is null and new.order_line_id is not null and (
    select sum(amount) filter (where kind = 'credit') not between 0 and sum(amount) filter (where kind = 'charge')
    from order_transactions
    where order_id = new.order_id and order_line_id = new.order_line_id
  ) then
    broken := 'line_credit_within_charge';
  end if;
  if broken is not null then
    raise exception 'the entries of order % would not add up: %', new.order_id, broken
      using errcode = 'check_violation', constraint = broken;
  end if;
  return null;
end $$;
create trigger order_transactions_add_up after insert on order_transactions
  for each row when (new.kind <> 'charge') execute function check_order_balance();

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  type text not null,
  from_state text,
  to_state text,
  actor_type text not null check (actor_type in ('system', 'customer', 'admin', 'provider')),
  actor_id bigint,
  text text not null,
  is_public boolean not null default true,
  at timestamptz not null default now()
);
create index on order_events (order_id);

create table fulfilments (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  status text not null default 'shipped' check (status in ('shipped', 'delivered', 'cancelled')),
  carrier text,
  tracking_number text,
  tracking_url text,
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- Entered by mistake and never handed over.
  cancelled_at timestamptz,
  constraint fulfilments_cancelled_check check ((status = 'cancelled') = (cancelled_at is not null))
);
create index on fulfilments (order_id);

create table fulfilment_lines (
  fulfilment_id bigint not null references fulfilments,
  order_line_id bigint not null references order_lines,
  quantity int not null check (quantity > 0),
  primary key (fulfilment_id, order_line_id)
);

-- For figures: the lines of sold orders, without cancelled units, and their value.
create view sold_lines as
  select o.placed_at, l.product_id, l.variation_id, l.quantity - l.cancelled_qty as units,
    l.total_amount * (l.quantity - l.cancelled_qty) / l.quantity as amount
  from orders o
  join order_lines l on l.order_id = o.id
  where is_sold(o.status, o.confirmed_at) and l.quantity > l.cancelled_qty;

-- For reviews: the products each customer received, named as they were bought.
create view received_products as
  select distinct on (o.user_id, l.product_id)
    o.user_id, l.product_id, l.id as order_line_id, l.slug, l.name, l.thumbnail
  from orders o
  join order_lines l on l.order_id = o.id and l.quantity > l.cancelled_qty
  where o.fulfilment_status in ('delivered', 'partially_returned', 'returned')
    or o.status in ('completed', 'closed_returned')
  order by o.user_id, l.product_id, l.id;

create sequence return_numbers start 1;

create table returns (
  id uuid primary key,
  number bigint not null unique default nextval('return_numbers'),
  order_id uuid not null references orders,
  user_id bigint references users,
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'rejected', 'closed', 'received', 'refunded')),
  note text,
  answer text,
  refund_amount bigint check (refund_amount >= 0),
  requested_at timestamptz not null,
  decided_at timestamptz,
  received_at timestamptz
);
create index on returns (order_id);
create index on returns (user_id, requested_at desc);
create index on returns (status, requested_at desc);
create index on returns (requested_at desc, number desc);

create table return_lines (
  return_id uuid not null references returns,
  order_line_id bigint not null references order_lines,
  quantity int not null check (quantity > 0),
  reason_code text not null,
  received_qty int check (received_qty between 0 and quantity),
  condition text check (condition in ('sellable', 'damaged')),
  restock boolean not null default false,
  primary key (return_id, order_line_id),
  constraint restock_only_sellable check (not restock or condition = 'sellable')
);
create index on return_lines (order_line_id);

-- Decisions that depend on a pending refund: undone if the payment provider declines it.
create table order_refund_effects (
  order_id uuid not null references orders,
  -- The idempotency key of the refund.
  key text not null,
  effects jsonb not null,
  primary key (order_id, key)
);
