-- module: ledger
-- Every proof of the books made by itself at night.
create table ledger_proofs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  took_ms int not null,
  findings int not null check (findings >= 0)
);
create index on ledger_proofs (at desc);

-- Every figure that was worked out anew, and who wanted it: the books are never put right in silence.
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
