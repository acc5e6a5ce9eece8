-- module: stock
-- How many alerts are open for an address without an account, which anybody can enter.
create index stock_alerts_of_visitors on stock_alerts (email) where email is not null and notified_at is null;
