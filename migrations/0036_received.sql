-- module: orders
-- A line that was cancelled whole has not reached anybody, however much of its order arrived.
create or replace view received_products as
  select distinct on (o.user_id, l.product_id) o.user_id, l.product_id, l.id as order_line_id, l.slug, l.name, l.thumbnail
  from orders o
  join order_lines l on l.order_id = o.id and l.quantity > l.cancelled_qty
  where o.fulfilment_status in ('delivered', 'partially_returned', 'returned') or o.status in ('completed', 'closed_returned')
  order by o.user_id, l.product_id, l.id;
