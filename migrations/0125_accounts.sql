-- module: accounts
-- More entries that are about the object of that name.
update audit_log
set entity = case entity when 'product-types' then 'product_type' when 'tags' then 'tag' else 'redirect' end
where entity in ('product-types', 'tags', 'redirects');
