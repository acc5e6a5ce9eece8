-- module: orders
-- Expired orders that staff placed came from no cart, so their items are in none.
update order_events e
set text = 'The order expired before it was paid.'
from orders o
where o.id = e.order_id and o.cart_id is null
  and e.type = 'expired' and e.text = 'The order expired before it was paid. Its items are back in the cart.';
