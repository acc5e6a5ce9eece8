-- module: platform
create table idempotency_keys (
  scope text not null,
  key text not null,
  method_path text not null,
  request_hash text not null,
  status_code int,
  -- Kept for two days, and so not worth packing (below).
  response json,
  -- The request that works on it.
  holder uuid not null,
  locked_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
) with (toast_tuple_target = 8160);
create index on idempotency_keys (created_at);

-- Counts of one caller in one window; shared by all server processes.
create unlogged table rate_counts (
  key text not null,
  window_start timestamptz not null,
  hits int not null,
  primary key (key, window_start)
);

-- Every live figure carries a number that grows across all server processes.
create sequence live_seq;

-- Who works jobs now. What one of them held that is not seen any more is given to the others.
create table job_runners (
  id text primary key,
  seen_at timestamptz not null default now()
);
