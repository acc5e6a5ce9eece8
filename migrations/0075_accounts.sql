-- module: accounts
-- Tax rates have parts per million now: what staff changed before can still be undone.
update audit_log
set before = case when before ? 'rate_bp'
    then before - 'rate_bp' || jsonb_build_object('rate_ppm', (before ->> 'rate_bp')::int * 100) else before end,
  after = case when after ? 'rate_bp'
    then after - 'rate_bp' || jsonb_build_object('rate_ppm', (after ->> 'rate_bp')::int * 100) else after end
where entity = 'tax/rates' and at > now() - interval '2 days';
