-- module: imports
-- `confirm`: it is run as soon as it is previewed. `attempts`: how often its file was read without getting any further;
-- a file that stops its reading again and again is given up.
alter table import_jobs
  add column confirm boolean not null default false,
  add column attempts int not null default 0;
