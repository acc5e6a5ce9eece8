-- module: orders
create sequence order_numbers start 1001;

create table orders (
  id uuid primary key,
  number bigint not null unique default nextval('order_numbers'),
  user_id bigint references users,
  email text,
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
  -- Part of the total paid by gift cards.
  gift_card_amount bigint not null default 0,
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  refunded_amount bigint not null default 0,
  -- Value of the units cancelled one by one: no longer outstanding.
  cancelled_amount bigint not null default 0,
  -- Part of returned units' value that reduced the outstanding amount instead of being refunded.
  set_off_amount bigint not null default 0 check (set_off_amount >= 0),
  prices_include_tax boolean not null,
  coupon_code text,
  -- Explanations of the figures, as shown to the customer.
  reasons jsonb not null default '[]',
  quantity int not null check (quantity > 0),
  shipping_address jsonb not null,
  billing_address jsonb,
  shipping_method jsonb,
  customer_note text,
  cart_id uuid,
  source text not null default 'web' check (source in ('web', 'admin', 'import')),
  placed_at timestamptz not null default now(),
  confirmed_at timestamptz,
  expires_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  completed_at timestamptz,
  -- The account was deleted: personal data is erased once the order has ended.
  forget_at timestamptz,
  version int not null default 1,
  constraint order_adds_up check (
    total_amount = subtotal_amount - discount_amount + shipping_amount
      + case when prices_include_tax then 0 else tax_amount end),
  constraint order_gift_cards_within_total check (gift_card_amount between 0 and total_amount),
  constraint order_cancelled_within_total check (cancelled_amount between 0 and total_amount),
  constraint order_refund_within_paid check (refunded_amount between 0 and paid_amount)
);
-- A cart is ordered once, even without an idempotency key.
create unique index orders_one_of_cart on orders (cart_id) where status not in ('expired', 'cancelled');
create index on orders (user_id, placed_at desc);
create index on orders (status, placed_at desc);
create index on orders (placed_at desc);
create index orders_words on orders using gin ((fullname || ' ' || coalesce(email, '')) gin_trgm_ops);
create index orders_to_forget on orders (id) where forget_at is not null;
create index orders_to_expire on orders (expires_at) where status = 'pending_payment';

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
  -- Value and tax of its cancelled and returned units; later units are worth what is left.
  given_up_amount bigint not null default 0 check (given_up_amount between 0 and total_amount),
  given_up_tax bigint not null default 0 check (given_up_tax between 0 and tax_amount),
  -- Finds the lines of an order, and lets reservations reference line and order in one key.
  unique (order_id, id),
  constraint ships_too_many check (fulfilled_qty + cancelled_qty <= quantity),
  constraint returns_too_many check (returned_qty <= fulfilled_qty)
);

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
create table order_refund_wishes (
  order_id uuid not null references orders,
  -- The idempotency key of the refund.
  cause text not null,
  what jsonb not null,
  primary key (order_id, cause)
);
