-- module: orders
-- What an administrator wrote about a hold. `hold_reason` is the shop's own word alone: it decides what letting go does.
alter table orders add column hold_note text;

update orders o
set hold_note = hold_reason, hold_reason = null
where status = 'on_hold' and (
  select actor_type from order_events e where e.order_id = o.id and e.to_state = 'on_hold' order by e.id desc limit 1) = 'admin';
