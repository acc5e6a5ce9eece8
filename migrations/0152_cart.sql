-- module: cart
-- What a merge at sign-in brought besides items, so that its undo takes that back too, and what it could not bring.
create table cart_merge_extras (
  guest_cart_id uuid primary key references carts on delete cascade,
  cart_id uuid not null references carts on delete cascade,
  -- Copied to the cart, unless null or empty.
  coupon_code text,
  gift_card_ids bigint[] not null default '{}',
  destination jsonb,
  -- The guest's coupon, as the customer's cart had one.
  dropped_coupon_code text,
  -- Lines above the maximum of a cart.
  left_out int not null default 0,
  merged_at timestamptz not null default now()
);
create index on cart_merge_extras (cart_id);
