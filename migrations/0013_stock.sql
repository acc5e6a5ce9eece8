-- module: stock
create table locations (
  id bigint generated always as identity primary key,
  name text not null,
  is_default boolean not null default false
);
create unique index locations_one_default on locations (is_default) where is_default;
insert into locations (name, is_default) values ('Main', true);

create table stock_levels (
  variation_id bigint not null references variations,
  location_id bigint not null references locations,
  on_hand int not null default 0,
  reserved int not null default 0,
  low_at int not null default 5,
  version int not null default 1,
  primary key (variation_id, location_id),
  constraint stock_on_hand_not_negative check (on_hand >= 0),
  constraint stock_reserved_not_negative check (reserved >= 0),
  constraint stock_not_oversold check (reserved <= on_hand)
);
-- For the lists of low stock; the statistics say how many there are.
create index stock_levels_low on stock_levels (variation_id) include (on_hand, reserved)
  where on_hand - reserved - low_at <= 0;
create statistics stock_levels_above_low on (on_hand - reserved - low_at) from stock_levels;

create table stock_reservations (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  order_line_id bigint not null,
  variation_id bigint not null,
  location_id bigint not null,
  quantity int not null check (quantity > 0),
  -- Units already shipped.
  committed int not null default 0 check (committed between 0 and quantity),
  state text not null default 'active' check (state in ('active', 'committed', 'released')),
  -- How often it was reserved again after a release (a late payment); each round is a separate movement.
  round int not null default 0,
  created_at timestamptz not null default now(),
  unique (order_line_id, location_id),
  foreign key (order_id, order_line_id) references order_lines (order_id, id),
  -- References the level, whose row the reserving transaction has locked anyway. References to the variation and the
  -- location would make all transactions share locks on the same few rows.
  foreign key (variation_id, location_id) references stock_levels
);
create index on stock_reservations (order_id);
create index on stock_reservations (variation_id) where state = 'active';

create table stock_movements (
  id bigint generated always as identity primary key,
  variation_id bigint not null,
  location_id bigint not null,
  delta_on_hand int not null,
  delta_reserved int not null,
  reason text not null
    check (reason in ('receipt', 'adjust', 'reserve', 'release', 'commit', 'return', 'correction', 'import')),
  ref_type text not null,
  ref_id text not null,
  actor_id bigint,
  note text,
  at timestamptz not null default now(),
  -- Each step of an order is recorded once, however often it is retried.
  unique (reason, ref_type, ref_id, variation_id, location_id),
  foreign key (variation_id, location_id) references stock_levels
);
create index on stock_movements (variation_id, at desc);

-- For other modules: units that can be sold now.
create view available_stock as
  select variation_id, sum(on_hand - reserved)::int as available, sum(on_hand)::int as on_hand,
    min(low_at)::int as low_at
  from stock_levels
  group by variation_id;

-- For other modules: variations at or below their low-stock threshold.
create view low_stock as
  select variation_id, on_hand - reserved as available
  from stock_levels
  where on_hand - reserved - low_at <= 0;

-- Back-in-stock alerts, sent in the order they were requested.
create table stock_alerts (
  id bigint generated always as identity primary key,
  variation_id bigint not null references variations,
  user_id bigint references users,
  -- Of a guest; customers are emailed at the address of their account.
  email text,
  created_at timestamptz not null default now(),
  notified_at timestamptz,
  check ((user_id is null) <> (email is null))
);
create unique index stock_alerts_once on stock_alerts (variation_id, user_id)
  where notified_at is null and user_id is not null;
create unique index stock_alerts_once_by_mail on stock_alerts (variation_id, email)
  where notified_at is null and email is not null;
create index on stock_alerts (variation_id, id) where notified_at is null;
create index on stock_alerts (user_id);

-- Units that shoppers wanted and were refused as there was too little stock, by day (UTC).
create table refused_quantities (
  day date not null,
  variation_id bigint not null references variations,
  requests int not null default 1,
  units int not null check (units > 0),
  primary key (day, variation_id)
);

-- For the demand list: open back-in-stock alerts, and units refused in the last 30 days.
create view stock_demand as
  select variation_id, sum(waiting)::int as waiting, sum(refused)::int as refused
  from (
    select variation_id, 1 as waiting, 0 as refused from stock_alerts where notified_at is null
    union all
    select variation_id, 0, units from refused_quantities where day > (now() at time zone 'UTC')::date - 30
  ) d
  group by variation_id;

-- Units sold on backorder. Arriving stock is reserved for the oldest first.
create table stock_backorders (
  order_line_id bigint primary key,
  order_id uuid not null,
  variation_id bigint not null references variations,
  -- Units still missing.
  quantity int not null check (quantity >= 0),
  -- Units shipped although no stock was recorded for them.
  shipped int not null default 0 check (shipped >= 0),
  created_at timestamptz not null default now(),
  filled_at timestamptz
);
create index on stock_backorders (variation_id, created_at, order_line_id) where quantity > 0;
create index on stock_backorders (order_id);

-- For the reconciliation of orders: units reserved or backordered for each line, and units shipped.
create view line_reservations as
  select order_id, order_line_id, variation_id, quantity, committed, state
  from stock_reservations
  union all
  select order_id, order_line_id, variation_id, quantity + shipped, shipped,
    case when quantity > 0 then 'active' else 'committed' end
  from stock_backorders;

-- Checkout holds: stock reserved for a cart while its customer is at the checkout. The row stays for a while after
-- its units are released, so that other carts get them before the same cart can hold stock again.
create table stock_holds (
  cart_id uuid primary key references carts on delete cascade,
  began_at timestamptz not null,
  expires_at timestamptz not null,
  -- Twice the longest hold a shop can set, however often the customer returns to the checkout.
  constraint stock_hold_ends check (expires_at > began_at and expires_at <= began_at + interval '4 hours')
);
create index on stock_holds (expires_at);

create table stock_hold_units (
  id bigint generated always as identity primary key,
  -- Without cascade: a cart or hold cannot be deleted while units are reserved for it.
  cart_id uuid not null references stock_holds,
  variation_id bigint not null,
  location_id bigint not null,
  quantity int not null check (quantity between 1 and 999),
  -- How often the quantity changed; each change is a separate movement.
  round int not null default 0,
  unique (cart_id, variation_id),
  foreign key (variation_id, location_id) references stock_levels
);

-- For other modules: units reserved for carts.
create view cart_stock_holds as
  select cart_id, variation_id, quantity
  from stock_hold_units;
