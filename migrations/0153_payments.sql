-- module: payments
-- Cash that staff took with an order was stored as cash on delivery, which is authorized before it is captured.
update payments p
set provider = 'cash'
where provider = 'cod' and captured_amount > 0
  and not exists (select from payment_events e where e.payment_id = p.id and e.kind = 'auth');
