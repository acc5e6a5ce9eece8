-- module: wishlist
-- The price that its customer was notified of last: only a lower one is news.
alter table wishlist_items add notified_price bigint;
