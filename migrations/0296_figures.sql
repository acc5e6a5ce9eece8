-- module: figures
-- Who buys without an account is no customer yet.
create or replace function count_customer() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.role = 'customer' and old.deleted_at is null and old.account_status <> 'provisional' then
    insert into figure_changes (at, customers, blocked_customers)
    values (old.created_at, -1, -(old.account_status = 'blocked')::int);
  end if;
  if new.role = 'customer' and new.deleted_at is null and new.account_status <> 'provisional' then
    insert into figure_changes (at, customers, blocked_customers)
    values (new.created_at, 1, (new.account_status = 'blocked')::int);
  end if;
  return null;
end $$;
