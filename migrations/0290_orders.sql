-- module: orders
-- Consumers' declarations that they withdraw from a contract (directive 2011/83/EU, article 11a): a row each, never refused.
create table withdrawals (
  id uuid primary key,
  order_id uuid not null references orders,
  -- As the consumer gave it; null once the order is anonymized.
  name text,
  -- Goods in the consumer's own words, for staff.
  note text,
  -- By the link of an email or of the order's page, or by the form without one.
  source text not null check (source in ('order_link', 'form')),
  received_at timestamptz not null
);
create index on withdrawals (order_id, received_at);

-- What was done with the units withdrawn from: those left are for staff to answer.
create table withdrawal_lines (
  withdrawal_id uuid not null references withdrawals,
  order_line_id bigint not null references order_lines,
  outcome text not null check (outcome in ('cancelled', 'return', 'left')),
  quantity int not null check (quantity > 0),
  primary key (withdrawal_id, order_line_id, outcome)
);
create index on withdrawal_lines (order_line_id);

-- The return that a withdrawal opens, which staff can't refuse.
alter table returns
  add withdrawal_id uuid references withdrawals,
  add constraint withdrawal_is_not_refused check (withdrawal_id is null or status not in ('requested', 'rejected'));
create index on returns (withdrawal_id) where withdrawal_id is not null;

-- What the links to withdraw are derived from, one for each order. They work as long as the period runs, so it isn't
-- replaced with the signing key.
create table withdrawal_key (
  id boolean primary key default true check (id),
  key bytea not null
);
insert into withdrawal_key (key)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
