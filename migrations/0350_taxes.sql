-- module: taxes

-- Answers of VIES to a question of this shop. One that could not be answered is asked again a little later.
create table vat_checks (
  vat_id text not null check (length(vat_id) <= 20),
  -- The shop's own VAT ID, to which the consultation number was given.
  requester text not null check (length(requester) <= 20),
  state text not null check (state in ('valid', 'invalid', 'unavailable')),
  name text check (length(name) <= 300),
  consultation_number text check (length(consultation_number) <= 60),
  checked_at timestamptz not null,
  primary key (vat_id, requester)
);
create index vat_checks_by_age on vat_checks (checked_at);
