-- module: cart
create table carts (
  id uuid primary key,
  user_id bigint references users,
  -- sha256 of the guest id: the cookie itself is a credential and is not stored.
  guest_hash bytea,
  status text not null default 'active' check (status in ('active', 'merged', 'ordered', 'expired')),
  merged_into uuid references carts,
  -- As entered last, in upper case; validated whenever the cart is priced.
  coupon_code text,
  gift_card_ids bigint[] not null default '{}',
  -- The destination chosen for the estimates: country, region_code and postal_code.
  destination jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  -- When the first product was added, set by a trigger.
  filled_at timestamptz,
  check ((user_id is null) <> (guest_hash is null))
) with (fillfactor = 80);
create unique index carts_one_of_user on carts (user_id) where status = 'active';
create unique index carts_one_of_guest on carts (guest_hash) where guest_hash is not null;
create index on carts (last_activity_at) where status = 'active';

create table cart_items (
  id bigint generated always as identity primary key,
  cart_id uuid not null references carts on delete cascade,
  variation_id bigint not null references variations,
  quantity int not null constraint cart_quantity check (quantity between 1 and 999),
  -- The price last shown to this customer; never used for charging.
  seen_price_amount bigint not null,
  saved_for_later boolean not null default false,
  added_at timestamptz not null default now(),
  unique (cart_id, variation_id, saved_for_later)
) with (fillfactor = 80);
create index on cart_items (variation_id);

-- Items that signing in merged from a guest cart, so that the merge can be announced and undone for a while.
create table cart_merges (
  guest_cart_id uuid not null references carts on delete cascade,
  cart_id uuid not null references carts on delete cascade,
  variation_id bigint not null references variations,
  saved_for_later boolean not null,
  quantity int not null check (quantity > 0),
  merged_at timestamptz not null default now(),
  primary key (guest_cart_id, variation_id, saved_for_later)
);
create index on cart_merges (cart_id);

-- Items that a cancelled or expired order returned to a cart, so that they can be removed again if the order reopens.
create table cart_restorations (
  ordered_cart_id uuid not null references carts on delete cascade,
  cart_id uuid not null references carts on delete cascade,
  variation_id bigint not null references variations,
  quantity int not null check (quantity > 0),
  primary key (ordered_cart_id, variation_id)
);
create index on cart_restorations (cart_id);
