-- module: accounts
-- Entries with notes, which are removed after a day: found without reading all entries about orders and customers.
create index audit_log_notes on audit_log (at)
where entity in ('customer', 'order') and (before ?| array['note', 'notes'] or after ?| array['note', 'notes']);
