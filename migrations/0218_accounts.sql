-- module: accounts
-- Customers sorted by name or by when they were last seen are read a page at a time.
create index users_by_name on users (lower(fullname), id);
create index users_by_name_last on users (lower(fullname) desc nulls last, id desc);
create index users_by_last_seen on users (last_seen_at desc nulls last, id desc);
-- The order above has its id too.
drop index users_last_seen_at_idx;
