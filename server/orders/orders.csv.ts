import { type Columns, fields } from "#server/platform/http/csv.ts";
import { decimalText } from "#server/shop/shop.ts";
import type { ExportRow } from "./order-list.sql.ts";

export const orderColumns: Columns<ExportRow> = {
  ...fields("number", "placed_at", "status", "payment_status", "fulfilment_status"),
  name: "fullname",
  email: ({ email, requested_email }) => email ?? requested_email,
  items: "quantity",
  currency: "currency",
  subtotal: ({ subtotal_amount, currency }) => decimalText(subtotal_amount, currency),
  discount: ({ discount_amount, currency }) => decimalText(discount_amount, currency),
  shipping: ({ shipping_amount, currency }) => decimalText(shipping_amount, currency),
  tax: ({ tax_amount, currency }) => decimalText(tax_amount, currency),
  total: ({ total_amount, currency }) => decimalText(total_amount, currency),
  coupon: "coupon_code",
  shipping_method: ({ shipping_method }) => shipping_method?.name ?? null,
  shipping_name: ({ shipping_address }) => shipping_address.fullname,
  shipping_line1: ({ shipping_address }) => shipping_address.line1,
  shipping_line2: ({ shipping_address }) => shipping_address.line2 ?? null,
  shipping_postal_code: ({ shipping_address }) => shipping_address.postal_code,
  shipping_city: ({ shipping_address }) => shipping_address.city,
  shipping_country: ({ shipping_address }) => shipping_address.country,
};
