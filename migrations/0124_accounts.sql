-- module: accounts
-- The change that an entry undoes. Entries about these objects have the object's name: it says how they are undone.
alter table audit_log add column undoes bigint;
update audit_log
set entity = case entity
  when 'coupons' then 'coupon'
  when 'tax/classes' then 'tax_class'
  when 'tax/rates' then 'tax_rate'
  when 'shipping/zones' then 'shipping_zone'
  when 'shipping/methods' then 'shipping_method'
  else 'search_synonym' end
where entity in ('coupons', 'tax/classes', 'tax/rates', 'shipping/zones', 'shipping/methods',
  'product/admin/search-synonyms');
