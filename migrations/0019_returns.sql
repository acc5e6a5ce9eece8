-- module: orders
create sequence return_numbers start 1;

create table returns (
  id uuid primary key,
  number bigint not null unique default nextval('return_numbers'),
  order_id uuid not null references orders,
  user_id bigint references users,
  status text not null default 'requested' check (status in ('requested', 'approved', 'rejected', 'received', 'refunded')),
  note text,
  answer text,
  refund_amount bigint check (refund_amount >= 0),
  requested_at timestamptz not null,
  decided_at timestamptz,
  received_at timestamptz
);
create index on returns (order_id);
create index on returns (user_id, requested_at desc);
create index on returns (status, requested_at desc);

create table return_lines (
  return_id uuid not null references returns,
  order_line_id bigint not null references order_lines,
  quantity int not null check (quantity > 0),
  reason_code text not null,
  received_qty int check (received_qty between 0 and quantity),
  condition text check (condition in ('sellable', 'damaged')),
  restock boolean not null default false,
  primary key (return_id, order_line_id),
  constraint restock_only_sellable check (not restock or condition = 'sellable')
);
create index on return_lines (order_line_id);

-- What was decided together with money that goes back by a provider far away: undone when that says no.
create table order_refund_wishes (
  order_id uuid not null references orders,
  -- The refund's key.
  cause text not null,
  what jsonb not null,
  primary key (order_id, cause)
);
