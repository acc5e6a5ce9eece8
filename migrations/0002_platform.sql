-- module: platform
create table idempotency_keys (
  scope text not null,
  key text not null,
  method_path text not null,
  request_hash text not null,
  status_code int,
  -- Deleted after two days, so compressing it (see toast_tuple_target below) would cost more than it saves.
  response json,
  -- Results of the steps already committed under this key, in order: a retry continues after the last one.
  done jsonb not null default '[]',
  -- The request that is working on it.
  holder uuid not null,
  locked_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
) with (toast_tuple_target = 8160);
create index on idempotency_keys (created_at);

-- Requests of one caller in one window, shared by all server processes.
create unlogged table rate_counts (
  key text not null,
  window_start timestamptz not null,
  hits int not null,
  primary key (key, window_start)
);

-- Numbers the messages published to sockets, increasing across all server processes.
create sequence live_seq;

-- Job runners that are alive; the jobs locked by one that is not seen any more are released to the others.
create table job_runners (
  id text primary key,
  seen_at timestamptz not null default now()
);
