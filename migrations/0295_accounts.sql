-- module: accounts
-- A provisional account has an email that nobody has confirmed yet. It is signed in to where it was created and nowhere
-- else, and joins the account with that email once its owner confirms it.
alter table users
  drop constraint users_account_status_check,
  add constraint users_account_status_check
    check (account_status in ('active', 'unverified', 'provisional', 'blocked', 'deleted')),
  add constraint users_provisional check (account_status <> 'provisional' or (role = 'customer' and email is not null
    and email_verified_at is null and username is null and password_hash is null));

-- Any number of provisional accounts may have an email, also one of an account.
drop index users_email;
create unique index users_email on users (lower(email)) where deleted_at is null and account_status <> 'provisional';
create index users_provisional_email on users (lower(email)) where account_status = 'provisional';

-- For coupons, orders and the checkout.
create view provisional_accounts as
  select id, created_at, last_seen_at
  from users
  where account_status = 'provisional';
