-- module: imports
create table import_jobs (
  id uuid primary key,
  kind text not null check (kind in ('products', 'categories')),
  format text not null,
  file_name text not null,
  file_key text not null,
  status text not null default 'pending'
    check (status in (
      'pending', 'mapping', 'preview', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'
    )),
  totals jsonb not null default '{"rows":0,"create":0,"update":0,"skip":0,"error":0}',
  summary jsonb not null default '{"left_out":0,"shortened":0,"renamed":0,"fields":{},"images":null}',
  -- Null: detected.
  encoding text,
  -- The heading of the file for each product field; null if the columns are known.
  mapping jsonb,
  columns jsonb not null default '{"known":[],"ignored":[]}',
  progress real not null default 0 check (progress between 0 and 1),
  message text,
  -- Every row up to this one is imported, with this outcome; an interrupted run continues here.
  done_row int not null default 0,
  outcome jsonb not null default '{"create":0,"update":0,"skip":0}',
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When it was done, failed or cancelled: from then on it can be undone for a while.
  finished_at timestamptz
);
create index on import_jobs (created_at desc);

-- Errors and notes about single rows.
create table import_rows (
  job_id uuid not null references import_jobs on delete cascade,
  row_no int not null,
  seq int not null default 0,
  kind text not null check (kind in ('error', 'note')),
  column_name text,
  code text not null,
  message text not null,
  cells jsonb not null,
  primary key (job_id, row_no, seq)
);

-- The last confirmed column mapping of a set of headings.
create table import_mappings (
  headings_key text primary key,
  mapping jsonb not null,
  updated_at timestamptz not null default now()
);

-- The products or categories an import created or updated, for its undo and for the report about images of products.
create table import_changes (
  job_id uuid not null references import_jobs on delete cascade,
  -- Of the product or category, by the kind of the job.
  entity_id bigint not null,
  -- The version afterwards, and the fields that changed; `before` is null if the import created it.
  version int not null,
  before jsonb,
  after jsonb,
  undo text check (undo in ('undone', 'left')),
  -- Why some of it was left.
  message text,
  applied_at timestamptz not null default now(),
  primary key (job_id, entity_id)
);
create index on import_changes (job_id, applied_at desc, entity_id desc) where undo is null;
