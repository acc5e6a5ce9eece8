-- module: emails
-- What the token in a link to unsubscribe is looked for by: without it, each call would hash the address of every visitor
-- who waits for a product.
create function visitor_unsubscribe_hash(email text) returns bytea language sql stable as $$
  select sha256(convert_to(encode(sha256(key || sha256(convert_to('visitor ' || lower(email), 'UTF8'))), 'hex'), 'UTF8'))
  from unsubscribe_key
$$;

alter table stock_alerts add column unsubscribe_hash bytea;
alter table email_outbox add column unsubscribe_hash bytea;

create function set_alert_unsubscribe_hash() returns trigger language plpgsql as $$
begin
  new.unsubscribe_hash := visitor_unsubscribe_hash(new.email);
  return new;
end $$;
create trigger set_unsubscribe_hash before insert or update of email on stock_alerts
  for each row when (new.email is not null) execute function set_alert_unsubscribe_hash();

create function set_email_unsubscribe_hash() returns trigger language plpgsql as $$
begin
  new.unsubscribe_hash := visitor_unsubscribe_hash(new.recipient);
  return new;
end $$;
create trigger set_unsubscribe_hash before insert or update of recipient on email_outbox
  for each row when (new.user_id is null and new.template = 'back_in_stock')
  execute function set_email_unsubscribe_hash();

update stock_alerts set unsubscribe_hash = visitor_unsubscribe_hash(email)
where email is not null and notified_at is null;
update email_outbox set unsubscribe_hash = visitor_unsubscribe_hash(recipient)
where user_id is null and template = 'back_in_stock' and sent_at is null and dropped_at is null;

create index on stock_alerts (unsubscribe_hash) where unsubscribe_hash is not null and notified_at is null;
create index on email_outbox (unsubscribe_hash)
  where unsubscribe_hash is not null and sent_at is null and dropped_at is null;
