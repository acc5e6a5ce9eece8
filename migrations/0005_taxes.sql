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
  select c.id, r.country, r.name, r.rate_bp
  from tax_classes c
  cross join (values
    ('AT', 'USt', 2000), ('BE', 'TVA/btw', 2100), ('BG', 'DDS', 2000), ('HR', 'PDV', 2500),
    ('CY', 'FPA', 1900), ('CZ', 'DPH', 2100), ('DE', 'USt', 1900), ('DK', 'moms', 2500),
    ('EE', 'km', 2400), ('ES', 'IVA', 2100), ('FI', 'ALV', 2550), ('FR', 'TVA', 2000),
    ('GR', 'FPA', 2400), ('HU', 'ÁFA', 2700), ('IE', 'VAT', 2300), ('IT', 'IVA', 2200),
    ('LT', 'PVM', 2100), ('LU', 'TVA', 1700), ('LV', 'PVN', 2100), ('MT', 'VAT', 1800),
    ('NL', 'btw', 2100), ('PL', 'VAT', 2300), ('PT', 'IVA', 2300), ('RO', 'TVA', 2100),
    ('SE', 'moms', 2500), ('SI', 'DDV', 2200), ('SK', 'DPH', 2300)
  ) as r (country, name, rate_bp)
  where c.is_default;
