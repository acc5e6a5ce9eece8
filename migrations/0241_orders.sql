-- module: orders
-- Events of shipments that were recorded as a sentence name their carrier: an order has one such event for each shipment.
with events as (
  select e.id, e.order_id, e.data, row_number() over (partition by e.order_id order by e.id) as place,
    count(*) over (partition by e.order_id) as events
  from order_events e
  where e.type = 'shipped' and exists (
    select from order_events earlier
    where earlier.order_id = e.order_id and earlier.type = 'shipped' and earlier.data is null
  )
), shipments as (
  select f.order_id, f.carrier, row_number() over (partition by f.order_id order by f.id) as place,
    count(*) over (partition by f.order_id) as shipments
  from fulfilments f
  where f.order_id in (select order_id from events)
)
update order_events
set data = jsonb_build_object('carrier', nullif(shipments.carrier, '')), text = null
from events join shipments using (order_id, place)
where events.id = order_events.id and events.data is null and events.events = shipments.shipments;
