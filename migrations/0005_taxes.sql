-- module: taxes
create table tax_classes (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  is_default boolean not null default false,
  version int not null default 1
);
create unique index tax_classes_name on tax_classes (lower(name));
create unique index tax_classes_one_default on tax_classes (is_default) where is_default;

create table tax_rates (
  id bigint generated always as identity primary key,
  tax_class_id bigint not null references tax_classes,
  country char(2) not null,
  -- Code of the state or province ('ON'); null for the whole country.
  region text check (region <> '' and region = upper(region)),
  -- Prefix of the postal codes; null for all of them.
  postal_prefix text check (postal_prefix <> ''),
  name text not null,
  -- Basis points: 2100 is 21 %.
  rate_bp int not null check (rate_bp between 0 and 10000),
  -- Whether shipping is taxed; read from the default class only.
  includes_shipping boolean not null default true,
  -- Whether it applies on top of the regular rate, tax included.
  compound boolean not null default false,
  valid_from date,
  valid_to date,
  version int not null default 1,
  constraint tax_rates_period check (valid_to >= valid_from),
  -- Of several valid rates the one that began last applies, so no two may begin on the same day.
  constraint tax_rates_apart
    unique nulls not distinct (tax_class_id, country, region, postal_prefix, compound, valid_from)
);
create index on tax_rates (country);

insert into tax_classes (name, is_default) values ('Standard goods', true), ('Reduced-rate goods', false);

-- Default settings: the standard rates of the European Union, no tax elsewhere.
insert into tax_rates (tax_class_id, country, name, rate_bp)
  select c.id, r.country, 'VAT', r.rate_bp
  from tax_classes c
  cross join (values
    ('AT', 2000), ('BE', 2100), ('BG', 2000), ('HR', 2500),
    ('CY', 1900), ('CZ', 2100), ('DE', 1900), ('DK', 2500),
    ('EE', 2400), ('ES', 2100), ('FI', 2550), ('FR', 2000),
    ('GR', 2400), ('HU', 2700), ('IE', 2300), ('IT', 2200),
    ('LT', 2100), ('LU', 1700), ('LV', 2100), ('MT', 1800),
    ('NL', 2100), ('PL', 2300), ('PT', 2300), ('RO', 2100),
    ('SE', 2500), ('SI', 2200), ('SK', 2300)
  ) as r (country, rate_bp)
  where c.is_default;
