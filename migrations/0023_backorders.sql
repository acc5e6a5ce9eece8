-- module: stock
-- Units sold on back order that were on no shelf. What arrives is held for whoever waits longest.
create table stock_backorders (
  order_line_id bigint primary key,
  order_id uuid not null,
  variation_id bigint not null references variations,
  -- Units that are still missing.
  quantity int not null check (quantity >= 0),
  -- Units that were shipped though no shelf held them.
  shipped int not null default 0 check (shipped >= 0),
  created_at timestamptz not null default now(),
  filled_at timestamptz
);
create index on stock_backorders (variation_id, created_at, order_line_id) where quantity > 0;
create index on stock_backorders (order_id);

-- What orders may know, to prove their books: what is held for each line or waited for, and what has left with it.
create or replace view line_reservations as
  select order_id, order_line_id, variation_id, quantity, committed, state
  from stock_reservations
  union all
  select order_id, order_line_id, variation_id, quantity + shipped, shipped, case when quantity > 0 then 'active' else 'committed' end
  from stock_backorders;
