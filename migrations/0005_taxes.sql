-- room: taxes
create table tax_rates (
  id bigint generated always as identity primary key,
  country char(2) not null,
  name text not null,
  -- Basis points: 2100 is 21 %.
  rate_bp int not null check (rate_bp between 0 and 10000),
  unique (country)
);

-- Standard rates of the European Union, to begin with; elsewhere no tax is due to us.
insert into tax_rates (country, name, rate_bp) values
  ('AT', 'USt', 2000), ('BE', 'TVA/btw', 2100), ('BG', 'DDS', 2000), ('HR', 'PDV', 2500), ('CY', 'FPA', 1900), ('CZ', 'DPH', 2100),
  ('DE', 'USt', 1900), ('DK', 'moms', 2500), ('EE', 'km', 2400), ('ES', 'IVA', 2100), ('FI', 'ALV', 2550), ('FR', 'TVA', 2000),
  ('GR', 'FPA', 2400), ('HU', 'ÁFA', 2700), ('IE', 'VAT', 2300), ('IT', 'IVA', 2200), ('LT', 'PVM', 2100), ('LU', 'TVA', 1700),
  ('LV', 'PVN', 2100), ('MT', 'VAT', 1800), ('NL', 'btw', 2100), ('PL', 'VAT', 2300), ('PT', 'IVA', 2300), ('RO', 'TVA', 2100),
  ('SE', 'moms', 2500), ('SI', 'DDV', 2200), ('SK', 'DPH', 2300);
