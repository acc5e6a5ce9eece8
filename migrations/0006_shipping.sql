-- room: shipping
create table shipping_zones (
  id bigint generated always as identity primary key,
  name text not null unique,
  countries text[] not null
);
create index on shipping_zones using gin (countries);

create table shipping_methods (
  id bigint generated always as identity primary key,
  zone_id bigint not null references shipping_zones,
  name text not null,
  carrier text,
  min_days int not null check (min_days >= 0),
  max_days int not null,
  is_active boolean not null default true,
  position int not null default 0,
  check (max_days >= min_days)
);
create index on shipping_methods (zone_id, position);

create table shipping_rates (
  id bigint generated always as identity primary key,
  method_id bigint not null references shipping_methods,
  currency char(3) not null,
  price_amount bigint not null check (price_amount >= 0),
  min_subtotal_amount bigint,
  max_subtotal_amount bigint
);
create index on shipping_rates (method_id);
