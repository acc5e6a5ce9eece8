-- module: figures
-- Money counts by the ledger, whose entries never exceed what was paid, at the time the provider moved it, so that the
-- figures of a day are the sums of the orders that a list of that day shows.
alter table order_transactions disable trigger order_transactions_append_only;
update order_transactions t
set at = e.provider_event_at
from payment_events e
where t.kind in ('payment', 'refund', 'chargeback', 'chargeback_reversal')
  and t.cause = 'payment_event:' || e.id and t.at <> e.provider_event_at;
alter table order_transactions enable trigger order_transactions_append_only;
drop index order_transactions_at_idx;
create index order_transactions_sent_back on order_transactions (at)
  where kind in ('refund', 'chargeback', 'chargeback_reversal');

-- The totals of sold orders when they were placed, for the average order.
alter table figures add sales bigint not null default 0;
alter table figure_changes add sales bigint not null default 0;

drop trigger payment_events_counted on payment_events;
drop function count_payment_event();
drop function money_moved(text, bigint);

create function money_moved(kind text, amount bigint, out revenue bigint, out refunds bigint)
language sql immutable as $$
  select case kind
      when 'payment' then amount
      when 'refund' then -amount
      when 'chargeback' then -amount
      when 'chargeback_reversal' then amount
      else 0
    end,
    case kind
      when 'refund' then amount
      when 'chargeback' then amount
      when 'chargeback_reversal' then -amount
      else 0
    end
$$;
create function count_order_transaction() returns trigger language plpgsql as $$
begin
  insert into figure_changes (at, revenue, refunds)
  select new.at, revenue, refunds from money_moved(new.kind, new.amount);
  return null;
end $$;
create trigger order_transactions_counted after insert on order_transactions for each row
  when (new.kind in ('payment', 'refund', 'chargeback', 'chargeback_reversal'))
  execute function count_order_transaction();

-- Money is counted again; what was counted so far is taken back at its time.
update figures set revenue = 0, refunds = 0 where revenue <> 0 or refunds <> 0;
update figure_changes set revenue = 0, refunds = 0 where revenue <> 0 or refunds <> 0;
insert into figure_changes (at, revenue, refunds)
select date_bin('5 minutes', t.at, 'epoch'), sum(m.revenue), sum(m.refunds)
from order_transactions t
cross join lateral money_moved(t.kind, t.amount) m
where t.kind in ('payment', 'refund', 'chargeback', 'chargeback_reversal')
group by 1;

drop function count_order(text, timestamptz, timestamptz, int);
create function count_order(o orders, by int) returns void language sql as $$
  insert into figure_changes (at, orders, sales, pending_payment, confirmed, processing, on_hold, completed, cancelled,
    expired, closed_returned)
  select o.placed_at, by * sold, by * sold * o.total_amount, by * (o.status = 'pending_payment')::int,
    by * (o.status = 'confirmed')::int, by * (o.status = 'processing')::int, by * (o.status = 'on_hold')::int,
    by * (o.status = 'completed')::int, by * (o.status = 'cancelled')::int, by * (o.status = 'expired')::int,
    by * (o.status = 'closed_returned')::int
  from (select is_sold(o.status, o.confirmed_at)::int as sold) s
$$;
create or replace function count_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform count_order(old, -1);
  end if;
  perform count_order(new, 1);
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
insert into figure_changes (at, sales)
select date_bin('5 minutes', placed_at, 'epoch'), sum(total_amount)
from orders
where is_sold(status, confirmed_at)
group by 1;
