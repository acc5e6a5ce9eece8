-- module: orders
update orders o
set payment_method = 'cash'
where payment_method = 'cod'
  and exists (select from payments p where p.order_id = o.id and p.provider = 'cash')
  and not exists (select from payments p where p.order_id = o.id and p.provider = 'cod');
