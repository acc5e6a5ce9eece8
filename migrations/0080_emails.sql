-- module: emails
-- What the links to unsubscribe are derived from. They have to work for ever, so it isn't replaced with the signing key.
create table unsubscribe_key (
  id boolean primary key default true check (id),
  key bytea not null
);
insert into unsubscribe_key (key)
values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
