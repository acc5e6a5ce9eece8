-- module: orders
-- The rates in each tax rate of the order that consists of several: {"149750": [{"name": "GST", "rate_ppm": 50000}, …]}.
alter table orders add tax_parts jsonb;
