-- module: payments
-- Authorizations that a provider declined to void were forgotten: they are voided again.
update payments
set requested_action = 'cancel'
where provider = 'stripe' and status = 'authorized' and cancelled_at is not null and requested_action is null;
