-- module: catalogue

-- Names of tags that differ only in case are one tag, as names of product types and option groups are.
update tags t
set name = t.name || ' (' || t.id || ')'
where exists (select from tags first where lower(first.name) = lower(t.name) and first.id < t.id);
create unique index tags_name on tags (lower(name));
