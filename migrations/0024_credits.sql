-- module: invoices
-- What of an order its customer owes no more, once for each cause: credit notes are written from it, and taken back by it.
create table credits (
  -- Its credit note has the same id, where it has one.
  id uuid primary key,
  order_id uuid not null references orders,
  cause text not null,
  amount bigint not null check (amount >= 0),
  -- What of it was credited before, for money that had come back: no note is written on that again.
  used_amount bigint not null default 0 check (used_amount between 0 and amount),
  -- What of it never reached the customer, or came back: it is still to be returned.
  unpaid_amount bigint not null default 0 check (unpaid_amount between 0 and amount),
  -- It came to nothing.
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
-- The same key may be used on two orders, and again once what it named came to nothing.
create unique index credits_cause on credits (order_id, cause) where undone_at is null;

insert into credits (id, order_id, cause, amount, created_at)
select id, order_id, cause, total_amount, created_at
from invoices
where kind = 'credit_note' and cause not like 'cancel:%' and total_amount >= 0;
