import { accountEmails, type CustomerEmail, orderEmails } from "#contract/emails.ts";

export const emailLabels: Record<CustomerEmail, string> = {
  order_confirmed: "Order confirmed",
  order_waiting: "Bank transfer instructions",
  order_transfer_due: "Bank transfer reminder",
  order_payment_link: "Payment link",
  order_expired: "Order expired",
  order_shipped: "Shipped",
  shipment_cancelled: "Shipment undone",
  order_delivered: "Delivered",
  order_on_hold: "On hold after a payment",
  order_cancelled: "Cancelled",
  order_refunded: "Refunded",
  return_requested: "Return requested",
  return_approved: "Return approved",
  return_rejected: "Return declined",
  return_received: "Return received",
  return_closed: "Return closed",
  back_in_stock: "Back in stock",
  price_drop: "Price drop",
  verify: "Confirm email address",
  contact_email: "Confirm email address for an order",
  login_code: "Sign-in code",
  reset: "Reset password",
  password_changed: "Password changed",
  two_factor_enabled: "Two-factor authentication turned on",
  two_factor_disabled: "Two-factor authentication turned off",
  email_change: "Confirm new email address",
  email_change_requested: "Email address change requested",
  email_changed: "Email address changed",
  account_deleted: "Account deleted",
};

export const emailGroups: { name: string; emails: readonly CustomerEmail[] }[] = [
  { name: "Orders", emails: orderEmails },
  { name: "Products", emails: ["back_in_stock", "price_drop"] },
  { name: "Accounts", emails: accountEmails },
];
