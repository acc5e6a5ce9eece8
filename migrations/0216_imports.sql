-- module: imports
-- The first row of the file by product that was planned before the last slice of a run ended: a later row of the same
-- product changes its variations only.
alter table import_jobs add column planned_rows jsonb not null default '{}';
