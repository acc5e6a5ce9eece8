-- module: orders
-- Sold orders of each customer, and what they paid less refunds, by currency, in minor units: lists of customers are
-- sorted by them without adding up the entries of all orders.
create table customer_totals (
  user_id bigint not null,
  currency char(3) not null,
  orders int not null default 0,
  spent bigint not null default 0,
  primary key (user_id, currency)
);

create function add_to_customer_total(customer bigint, of_currency char(3), more_orders bigint, more_spent bigint)
returns void language sql as $$
  insert into customer_totals as t (user_id, currency, orders, spent)
  select customer, of_currency, more_orders, more_spent
  where customer is not null and (more_orders <> 0 or more_spent <> 0)
  on conflict (user_id, currency) do update set orders = t.orders + excluded.orders, spent = t.spent + excluded.spent
$$;

create function spent_on_order(id uuid) returns bigint language sql stable as $$
  select coalesce((select paid_amount - refunded_amount from order_balance where order_id = id), 0)
$$;

create function total_customer_order() returns trigger language plpgsql as $$
declare
  was_sold int := 0;
  spent bigint := 0;
begin
  if tg_op = 'UPDATE' then
    was_sold := is_sold(old.status, old.confirmed_at)::int;
    if old.user_id is distinct from new.user_id then
      spent := spent_on_order(new.id);
      perform add_to_customer_total(old.user_id, old.currency, -was_sold, -spent);
      -- Without orders there is nothing to keep, as when the orders of a deleted account are anonymized.
      delete from customer_totals t where t.user_id = old.user_id and t.orders = 0 and t.spent = 0;
      was_sold := 0;
    end if;
  end if;
  perform add_to_customer_total(new.user_id, new.currency, is_sold(new.status, new.confirmed_at)::int - was_sold, spent);
  return null;
end $$;
create trigger orders_totalled after insert on orders for each row execute function total_customer_order();
create trigger orders_totalled_again after update of status, confirmed_at, user_id on orders for each row
  when (old.status <> new.status or old.confirmed_at is distinct from new.confirmed_at
    or old.user_id is distinct from new.user_id)
  execute function total_customer_order();

create function total_customer_entry() returns trigger language plpgsql as $$
begin
  perform add_to_customer_total(o.user_id, o.currency, 0,
    case when new.kind in ('payment', 'chargeback_reversal') then new.amount else -new.amount end)
  from orders o
  where o.id = new.order_id;
  return null;
end $$;
create trigger order_transactions_totalled after insert on order_transactions for each row
  when (new.kind in ('payment', 'refund', 'chargeback', 'chargeback_reversal'))
  execute function total_customer_entry();

insert into customer_totals (user_id, currency, orders, spent)
select o.user_id, o.currency, count(*) filter (where is_sold(o.status, o.confirmed_at)),
  coalesce(sum(b.paid_amount - b.refunded_amount), 0)
from orders o
left join order_balance b on b.order_id = o.id
where o.user_id is not null
group by o.user_id, o.currency
having count(*) filter (where is_sold(o.status, o.confirmed_at)) <> 0
  or coalesce(sum(b.paid_amount - b.refunded_amount), 0) <> 0;
