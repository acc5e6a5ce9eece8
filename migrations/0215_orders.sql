-- module: orders
-- Events are worded where they are read, from their type and data; those recorded before keep their sentence.
alter table order_events
  add column data jsonb,
  alter column text drop not null,
  add constraint order_events_worded check (data is not null or text is not null);
-- What staff read differently was told apart by the customer's sentence.
update order_events e
set data = jsonb_build_object('items', '[]'::jsonb, 'is_captured', k.is_captured, 'to_send', k.to_send, 'on_cards', 0,
  'only_cards', false), text = null
from (values ('A refund is on its way to you.', true, false), ('We''ll send you a refund.', true, true),
  ('You''ll be charged less.', false, false)) k (text, is_captured, to_send)
where e.type = 'refund' and e.text = k.text;
