-- module: reconciliation
-- Results of the nightly reconciliation.
create table reconciliations (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  took_ms int not null,
  inconsistencies int not null check (inconsistencies >= 0)
);
create index on reconciliations (at desc);
