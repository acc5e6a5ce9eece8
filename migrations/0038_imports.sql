-- module: imports
-- The categories that an import of products made, for its undo.
create table import_categories (
  job_id uuid not null references import_jobs on delete cascade,
  category_id bigint not null,
  made_at timestamptz not null default now(),
  primary key (job_id, category_id)
);
