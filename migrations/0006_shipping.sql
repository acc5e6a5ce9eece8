-- module: shipping
create table shipping_zones (
  id bigint generated always as identity primary key,
  name text not null unique,
  countries text[] not null,
  -- Limits the zone to these postal codes ('35*', '10115'); empty for whole countries. The narrower zone wins.
  postal_patterns text[] not null default '{}',
  version int not null default 1
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
  version int not null default 1,
  check (max_days >= min_days)
);
create index on shipping_methods (zone_id, position);

create table shipping_rates (
  id bigint generated always as identity primary key,
  method_id bigint not null references shipping_methods on delete cascade,
  currency char(3) not null,
  price_amount bigint not null check (price_amount >= 0),
  -- Inclusive bounds; null for none.
  min_subtotal_amount bigint,
  max_subtotal_amount bigint,
  min_weight_g int,
  max_weight_g int
);
create index on shipping_rates (method_id);

-- Default settings, so that a new shop can sell; the merchant changes them.
insert into shipping_zones (name, countries) values
  ('Germany', '{DE}'),
  ('European Union', '{AT,BE,BG,HR,CY,CZ,DK,EE,ES,FI,FR,GR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK}'),
  ('Further away', '{CH,GB,NO,IS,US,CA,AU,NZ,JP}');
insert into shipping_methods (zone_id, name, carrier, min_days, max_days, position)
  select z.id, m.name, m.carrier, m.min_days, m.max_days, m.position
  from shipping_zones z
  join (values
    ('Germany', 'Standard', 'DHL', 2, 4, 0), ('Germany', 'Express', 'DHL', 1, 1, 1),
    ('European Union', 'Standard', 'DHL', 3, 6, 0), ('European Union', 'Express', 'UPS', 1, 3, 1),
    ('Further away', 'Tracked', 'DHL', 6, 12, 0)
  ) as m (zone, name, carrier, min_days, max_days, position) on m.zone = z.name;
insert into shipping_rates (method_id, currency, price_amount, min_subtotal_amount, max_subtotal_amount)
  select m.id, 'EUR', r.price, r.min_subtotal, r.max_subtotal
  from shipping_methods m
  join shipping_zones z on z.id = m.zone_id
  join (values
    ('Germany', 'Standard', 490, null::bigint, 4999), ('Germany', 'Standard', 0, 5000, null),
    ('Germany', 'Express', 1290, null, null),
    ('European Union', 'Standard', 690, null, 4999), ('European Union', 'Standard', 0, 5000, null),
    ('European Union', 'Express', 1690, null, null),
    ('Further away', 'Tracked', 1990, null, null)
  ) as r (zone, name, price, min_subtotal, max_subtotal) on r.zone = z.name and r.name = m.name;
