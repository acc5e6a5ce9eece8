-- room: taxes
create table tax_rates (
  id bigint generated always as identity primary key,
  country char(2) not null,
  name text not null,
  -- Basis points: 2100 is 21 %.
  rate_bp int not null check (rate_bp between 0 and 10000),
  unique (country)
);
