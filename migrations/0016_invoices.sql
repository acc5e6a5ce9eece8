-- module: invoices
-- The last number of each series. The row is locked while a document is issued, so that numbers have no gaps.
create table document_series (
  kind text primary key check (kind in ('invoice', 'credit_note')),
  last_number bigint not null default 0
);
insert into document_series (kind) values ('invoice'), ('credit_note');

create table invoices (
  id uuid primary key,
  order_id uuid not null references orders,
  kind text not null references document_series (kind),
  -- What it documents: the order, or the cancellation, return or credit. Unique per kind.
  cause text not null,
  -- Null until it is issued.
  number bigint,
  issued_at timestamptz,
  -- Content of the document once issued; before, what a credit note is about.
  data jsonb not null default '{}',
  total_amount bigint not null default 0,
  currency char(3),
  created_at timestamptz not null default now(),
  constraint invoices_number unique (kind, number),
  constraint invoices_cause unique (kind, cause),
  constraint invoices_issued check ((number is null) = (issued_at is null))
);
create index on invoices (order_id, created_at);
create index invoices_waiting on invoices (created_at) where number is null;

-- Issued documents are immutable.
create function keep_issued_invoice() returns trigger language plpgsql as $$
begin
  raise exception 'an issued document cannot be changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger invoices_keep before update or delete on invoices
  for each row when (old.number is not null) execute function keep_issued_invoice();
