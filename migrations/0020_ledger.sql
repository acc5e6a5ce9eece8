-- module: ledger
-- Results of the nightly reconciliation.
create table ledger_proofs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  took_ms int not null,
  findings int not null check (findings >= 0)
);
create index on ledger_proofs (at desc);

-- Log of every repaired figure and who repaired it.
create table ledger_mends (
  id bigint generated always as identity primary key,
  finding text not null,
  name text not null,
  says text not null,
  expected bigint,
  found bigint,
  mended text not null,
  actor_id bigint not null references users,
  at timestamptz not null
);
create index on ledger_mends (at desc);
