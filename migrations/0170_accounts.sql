-- module: accounts
-- Which state of an address a form was filled in with, so that an older one doesn't replace a newer.
alter table addresses add column version integer not null default 1;
