-- module: shop

-- The texts in the shop's other languages, `{"de": {"terms": "…"}}`, and the language of the others at the time; null for
-- versions from before there were several.
alter table policy_versions
  add translations jsonb not null default '{}',
  add language text;
