-- module: coupons
-- A use that stays spent although its order was cancelled: the order had been confirmed, and the shop is set so.
alter table coupon_redemptions
  add column kept_at timestamptz,
  add constraint coupon_kept_or_released check (kept_at is null or released_at is null);
