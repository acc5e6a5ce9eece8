-- module: catalogue
-- Of two open forms of an option, the later to be saved is told of the other.
alter table option_groups add column version int not null default 1;
