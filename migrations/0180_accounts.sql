-- module: accounts
-- Entries have the name of the object that they are about, as its module records it, instead of the path of the call.
update audit_log a
set entity = n.object, entity_id = coalesce(n.id, a.entity_id)
from (
  values
    ('categories', 'category', null),
    ('categories/upload', 'import', null),
    ('customers', 'customer', null),
    ('customers/tags', 'customer_tag_edit', null),
    ('dashboard/lists', 'list_preference', null),
    ('fulfilments', 'fulfilment', null),
    ('gift-cards', 'gift_card', null),
    ('images', 'image', null),
    ('images/downloads/retry', 'image', null),
    ('images/reorder', 'image', null),
    ('imports', 'import', null),
    ('orders', 'order', null),
    ('orders/bulk/shipments', 'order', null),
    ('orders/manual', 'order', null),
    ('payments', 'payment', null),
    ('product/admin/bulk-edits', 'bulk_edit', null),
    ('product/admin/bulk-edits/preview', 'bulk_edit', null),
    ('product/admin/upload', 'import', null),
    ('product/option-group', 'option_group', null),
    ('product/option-group/order', 'option_group_order', null),
    ('redirects/import', 'redirect_import', null),
    ('returns', 'return', null),
    ('reviews', 'review', null),
    ('staff/invitations', 'staff_invitation', null),
    ('variations', 'variation', null),
    ('settings/emails/test', 'email', null),
    ('settings/payments/test', 'settings', null),
    ('settings/general', 'settings', 'general'),
    ('settings/localization', 'settings', 'localization'),
    ('settings/checkout', 'settings', 'checkout'),
    ('settings/payments', 'settings', 'payments'),
    ('settings/emails', 'settings', 'emails'),
    ('settings/email_templates', 'settings', 'email_templates'),
    ('settings/policies', 'settings', 'policies'),
    ('settings/content', 'settings', 'content'),
    ('settings/staff', 'settings', 'staff')
) n (entity, object, id)
where a.entity = n.entity;
