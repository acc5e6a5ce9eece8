-- module: stock
-- Since when and until when a cart holds stock while its shopper is at the checkout. It outlives what it held for a
-- while, so that others have their turn before the same cart holds anything again.
create table stock_holdings (
  cart_id uuid primary key references carts on delete cascade,
  began_at timestamptz not null,
  expires_at timestamptz not null,
  -- Twice the longest time a shop can set: nobody holds goods for ever, however often they come back to the checkout.
  constraint stock_holding_ends check (expires_at > began_at and expires_at <= began_at + interval '4 hours')
);
create index on stock_holdings (expires_at);

create table stock_held_units (
  id bigint generated always as identity primary key,
  -- Without cascade: neither cart nor holding can go while units that count as reserved are held for them.
  cart_id uuid not null references stock_holdings,
  variation_id bigint not null,
  location_id bigint not null,
  quantity int not null check (quantity between 1 and 999),
  -- How often that changed: each change is a movement of its own.
  round int not null default 0,
  unique (cart_id, variation_id),
  foreign key (variation_id, location_id) references stock_levels
);

-- What other rooms may know: units that are reserved for a cart and not for an order.
create view cart_holdings as
  select cart_id, variation_id, quantity
  from stock_held_units;
