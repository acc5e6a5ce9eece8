-- module: imports
-- Whether the first row of the file has the headings; null: detected.
alter table import_jobs add column has_headings boolean;
