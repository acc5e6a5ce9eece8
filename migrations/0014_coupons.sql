-- module: coupons
create table coupons (
  id bigint generated always as identity primary key,
  -- In upper case, as codes are compared.
  code text not null check (code <> '' and code = upper(code)),
  kind text not null check (kind in ('percent', 'fixed', 'free_shipping')),
  -- Basis points of 'percent', minor units of 'fixed'.
  value bigint not null check (value >= 0),
  currency char(3) not null,
  min_subtotal_amount bigint check (min_subtotal_amount >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses int check (max_uses > 0),
  used int not null default 0 check (used >= 0),
  max_per_user int check (max_per_user > 0),
  -- Ids by { categories, products, tags, types }; all empty for every product.
  scope jsonb not null default '{}',
  is_active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint coupon_not_overused check (used <= max_uses),
  check (kind <> 'percent' or value between 1 and 10000),
  check (ends_at > starts_at)
);
create unique index coupons_code on coupons (code) where deleted_at is null;
create index on coupons (created_at desc);

create table coupon_redemptions (
  id bigint generated always as identity primary key,
  coupon_id bigint not null references coupons,
  user_id bigint not null references users,
  order_id uuid not null unique references orders,
  -- Number of this use among the customer's uses; null without a limit per customer.
  slot int check (slot > 0),
  redeemed_at timestamptz not null default now(),
  released_at timestamptz,
  -- Counted as used although the order was cancelled: it had been confirmed, and the settings say so.
  retained_at timestamptz,
  constraint coupon_retained_or_released check (retained_at is null or released_at is null)
);
create index on coupon_redemptions (coupon_id, redeemed_at desc);
create index on coupon_redemptions (user_id);
-- Two concurrent orders of a customer cannot redeem the same use.
create unique index coupon_redemptions_slot on coupon_redemptions (coupon_id, user_id, slot) where released_at is null;
