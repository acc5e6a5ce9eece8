-- module: figures
-- Figures of the shop in spans of five minutes, which is exact for the days of every time zone, and again in hours, of
-- which most days consist. The row at -infinity is the sum of all. See docs/decisions/0023-figures.md.
create table figures (
  -- The length of the span; 0 for the sum of all.
  minutes int not null check (minutes in (0, 5, 60)),
  at timestamptz not null,
  -- Payments less refunds, and refunds, in minor units, when the provider made them.
  revenue bigint not null default 0,
  refunds bigint not null default 0,
  -- Sold orders and their units, when they were placed.
  orders int not null default 0,
  units int not null default 0,
  -- Customers when they registered, and those of them who are blocked.
  customers int not null default 0,
  blocked_customers int not null default 0,
  -- Carts when the first product was added, and those of them that were ordered.
  carts int not null default 0,
  ordered_carts int not null default 0,
  -- All orders by status, when they were placed.
  pending_payment int not null default 0,
  confirmed int not null default 0,
  processing int not null default 0,
  on_hold int not null default 0,
  completed int not null default 0,
  cancelled int not null default 0,
  expired int not null default 0,
  closed_returned int not null default 0,
  primary key (minutes, at)
);
insert into figures (minutes, at) values (0, '-infinity');

-- What changed since figures were last added up: inserted by the transaction of the cause, so that no two of them wait
-- for each other.
create table figure_changes (like figures including defaults);
alter table figure_changes drop minutes, add id bigint generated always as identity primary key;

create function count_payment_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into figure_changes (at, revenue, refunds)
    select old.provider_event_at, -revenue, -refunds from money_moved(old.kind, old.amount);
  end if;
  insert into figure_changes (at, revenue, refunds)
  select new.provider_event_at, revenue, refunds from money_moved(new.kind, new.amount);
  return null;
end $$;
create function money_moved(kind text, amount bigint, out revenue bigint, out refunds bigint)
language sql immutable as $$
  select case kind
      when 'capture' then amount
      when 'refund_fail' then amount
      when 'chargeback_won' then amount
      when 'refund' then -amount
      when 'chargeback' then -amount
      else 0
    end,
    case kind when 'refund' then amount when 'refund_fail' then -amount else 0 end
$$;
create trigger payment_events_counted after insert or update of kind, amount, provider_event_at on payment_events
  for each row execute function count_payment_event();

create function count_order(status text, confirmed_at timestamptz, placed_at timestamptz, by int)
returns void language sql as $$
  insert into figure_changes (at, orders, pending_payment, confirmed, processing, on_hold, completed, cancelled,
    expired, closed_returned)
  select placed_at, by * is_sold(status, confirmed_at)::int, by * (status = 'pending_payment')::int,
    by * (status = 'confirmed')::int, by * (status = 'processing')::int, by * (status = 'on_hold')::int,
    by * (status = 'completed')::int, by * (status = 'cancelled')::int, by * (status = 'expired')::int,
    by * (status = 'closed_returned')::int
$$;

-- Units and value of the products of sold orders by the day (UTC) they were placed.
create table variation_sales (
  day date not null,
  variation_id bigint not null,
  product_id bigint not null,
  units int not null,
  amount bigint not null,
  -- Best sellers are read from the key alone.
  primary key (day, variation_id) include (product_id, units, amount)
);
-- For the best sellers of long periods, which are not among all products but among the best of each month.
create index on variation_sales (product_id, day) include (units, amount);
create table product_sales (
  -- The first day of a month (UTC).
  month date not null,
  product_id bigint not null,
  amount bigint not null,
  primary key (month, product_id)
);
create index on product_sales (month, amount desc) include (product_id);
create table variation_sale_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  variation_id bigint not null,
  product_id bigint not null,
  units int not null,
  amount bigint not null
);

-- For the demand list: units sold in the last 30 days.
create view recent_variation_sales as
  select variation_id, sum(units)::int as sold
  from (
    select day, variation_id, units from variation_sales
    union all
    select (at at time zone 'UTC')::date, variation_id, units from variation_sale_changes
  ) s
  where day > (now() at time zone 'UTC')::date - 30
  group by variation_id;

-- Counts units of a line of a sold order.
create function count_units(at timestamptz, l order_lines, by int) returns void language plpgsql as $$
declare
  units int := by * (l.quantity - l.cancelled_qty);
begin
  if units = 0 then
    return;
  end if;
  insert into figure_changes (at, units) values (at, units);
  if l.variation_id is not null then
    insert into variation_sale_changes (at, variation_id, product_id, units, amount)
    values (at, l.variation_id, l.product_id, units,
      by * (l.total_amount * (l.quantity - l.cancelled_qty) / l.quantity));
  end if;
end $$;

create function count_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform count_order(old.status, old.confirmed_at, old.placed_at, -1);
  end if;
  perform count_order(new.status, new.confirmed_at, new.placed_at, 1);
  -- The lines of a new order count themselves, and stay counted while it is sold.
  if tg_op = 'UPDATE' and (old.placed_at <> new.placed_at
    or is_sold(old.status, old.confirmed_at) <> is_sold(new.status, new.confirmed_at)) then
    if is_sold(old.status, old.confirmed_at) then
      perform count_units(old.placed_at, l, -1) from order_lines l where l.order_id = new.id;
    end if;
    if is_sold(new.status, new.confirmed_at) then
      perform count_units(new.placed_at, l, 1) from order_lines l where l.order_id = new.id;
    end if;
  end if;
  return null;
end $$;
create trigger orders_counted after insert on orders for each row execute function count_order_change();
create trigger orders_counted_again after update of status, confirmed_at, placed_at on orders for each row
  when (old.status <> new.status or old.confirmed_at is distinct from new.confirmed_at
    or old.placed_at <> new.placed_at)
  execute function count_order_change();

-- Assumes that no statement changes both an order's status and its lines.
create function count_order_line() returns trigger language plpgsql as $$
declare
  sold_at timestamptz := (select placed_at from orders where id = new.order_id and is_sold(status, confirmed_at));
begin
  if sold_at is null then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform count_units(sold_at, old, -1);
  end if;
  perform count_units(sold_at, new, 1);
  return null;
end $$;
create trigger order_lines_counted after insert on order_lines for each row execute function count_order_line();
create trigger order_lines_counted_again after update of quantity, cancelled_qty, total_amount on order_lines
  for each row
  when (old.quantity <> new.quantity or old.cancelled_qty <> new.cancelled_qty or old.total_amount <> new.total_amount)
  execute function count_order_line();

create function count_customer() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.role = 'customer' and old.deleted_at is null then
    insert into figure_changes (at, customers, blocked_customers)
    values (old.created_at, -1, -(old.account_status = 'blocked')::int);
  end if;
  if new.role = 'customer' and new.deleted_at is null then
    insert into figure_changes (at, customers, blocked_customers)
    values (new.created_at, 1, (new.account_status = 'blocked')::int);
  end if;
  return null;
end $$;
create trigger users_counted after insert on users for each row execute function count_customer();
create trigger users_counted_again after update of role, account_status, created_at, deleted_at on users for each row
  when (old.role <> new.role or old.account_status <> new.account_status or old.created_at <> new.created_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function count_customer();

-- A guest's cart that was merged counts as the customer's.
create function count_cart() returns trigger language plpgsql as $$
begin
  if old.filled_at is not null and old.status <> 'merged' then
    insert into figure_changes (at, carts, ordered_carts) values (old.filled_at, -1, -(old.status = 'ordered')::int);
  end if;
  if new.filled_at is not null and new.status <> 'merged' then
    insert into figure_changes (at, carts, ordered_carts) values (new.filled_at, 1, (new.status = 'ordered')::int);
  end if;
  return null;
end $$;
create trigger carts_counted after update of status, filled_at on carts for each row
  when (old.status <> new.status or old.filled_at is distinct from new.filled_at) execute function count_cart();

create function mark_cart_filled() returns trigger language plpgsql as $$
begin
  update carts set filled_at = now() where id = new.cart_id and filled_at is null;
  return null;
end $$;
create trigger cart_items_fill after insert on cart_items for each row when (not new.saved_for_later)
  execute function mark_cart_filled();
