-- module: orders
-- The policies an order was placed under; null without any, and for orders of earlier versions.
alter table orders add policy_version_id bigint references policy_versions;
