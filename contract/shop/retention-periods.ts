/** How long personal data is stored where the merchant decides: least and most. */
export const retentionLimits = {
  guest_account_days: [1, 365],
  email_days: [30, 1095],
  notification_days: [30, 1095],
  change_days: [90, 3650],
  search_days: [7, 365],
  order_years: [3, 30],
} as const;

/** What applies until the merchant decides. */
export const defaultRetention = {
  guest_account_days: 30,
  email_days: 90,
  notification_days: 365,
  change_days: 730,
  search_days: 90,
  order_years: null,
};

/** How long other personal data is stored, in days. */
export const fixedRetention = {
  /** Carts without an account after their last use, and the cookie that opens them. */
  guest_cart: 30,
  /** Carts that were ordered, merged or have expired, after their last use. */
  ended_cart: 120,
  /** Back-in-stock alerts after their email, and without one. */
  sent_alert: 30,
  open_alert: 365,
  /** What payment providers report. */
  payment_report: 90,
} as const;
