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

create table stock_reservations (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  order_line_id bigint not null,
  variation_id bigint not null,
  location_id bigint not null,
  quantity int not null check (quantity > 0),
  -- Units of it that have left the shelf with a shipment.
  committed int not null default 0 check (committed between 0 and quantity),
  state text not null default 'active' check (state in ('active', 'committed', 'released')),
  -- How often it was taken again after a release (an order paid late): each round is a movement of its own.
  round int not null default 0,
  created_at timestamptz not null default now(),
  unique (order_line_id, location_id),
  -- One check in place of two, of a row that whoever takes stock has locked anyway: those of variations and of the one
  -- location would be locked by everybody at once.
  foreign key (variation_id, location_id) references stock_levels
);
create index on stock_reservations (order_id);

create table stock_movements (
  id bigint generated always as identity primary key,
  variation_id bigint not null,
  location_id bigint not null,
  delta_on_hand int not null,
  delta_reserved int not null,
  reason text not null check (reason in ('receipt', 'adjust', 'reserve', 'release', 'commit', 'return', 'correction', 'import')),
  ref_type text not null,
  ref_id text not null,
  actor_id bigint,
  note text,
  at timestamptz not null default now(),
  -- Each step of an order happens once, however often it is tried.
  unique (reason, ref_type, ref_id, variation_id, location_id),
  foreign key (variation_id, location_id) references stock_levels
);
create index on stock_movements (variation_id, at desc);

-- What other rooms may know: units that can be sold now.
create view available_stock as
  select variation_id, sum(on_hand - reserved)::int as available, sum(on_hand)::int as on_hand, min(low_at)::int as low_at
  from stock_levels
  group by variation_id;

-- What orders may know, to prove their books: what is held for each line and what has left with it.
create view line_reservations as
  select order_id, order_line_id, variation_id, quantity, committed, state
  from stock_reservations;

-- Who wants to be told when a variation can be had again; told in the order of asking.
create table stock_alerts (
  id bigint generated always as identity primary key,
  variation_id bigint not null references variations,
  user_id bigint references users,
  -- Of somebody without an account; customers are written to where their account says.
  email text,
  created_at timestamptz not null default now(),
  notified_at timestamptz,
  check ((user_id is null) <> (email is null))
);
create unique index stock_alerts_once on stock_alerts (variation_id, user_id) where notified_at is null and user_id is not null;
create unique index stock_alerts_once_by_mail on stock_alerts (variation_id, email) where notified_at is null and email is not null;
create index on stock_alerts (variation_id, id) where notified_at is null;
