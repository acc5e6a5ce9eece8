-- module: orders
-- For reviews: the lines of which a customer received and kept a unit that wasn't refunded in full.
create view kept_lines as
  select l.id as order_line_id, l.product_id, o.user_id
  from orders o
  join order_lines l on l.order_id = o.id and l.quantity > l.cancelled_qty + l.returned_qty
  where o.payment_status <> 'refunded'
    and (o.fulfilment_status in ('delivered', 'partially_returned', 'returned')
      or o.status in ('completed', 'closed_returned'));
