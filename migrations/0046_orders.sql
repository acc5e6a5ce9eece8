-- module: orders
-- The day until which the items of an approved return must be sent, as the customer was told.
alter table returns add send_by timestamptz;
