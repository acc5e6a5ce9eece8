-- module: stock
create index stock_alerts_addresses on stock_alerts (lower(email)) where user_id is null;
