import type { ProblemCode } from "#contract/problems.ts";

/** Constraints of the database that a request can violate, and the problem for each. */
export const constraintProblems: Record<string, ProblemCode> = {
  users_username: "username_taken",
  users_email: "username_taken",
  categories_path: "slug_taken",
  categories_sibling: "slug_taken",
  products_slug: "slug_taken",
  variations_sku: "sku_taken",
  variations_barcode: "sku_taken",
  variations_options: "duplicate_variation",
  tags_slug_key: "name_taken",
  tags_name: "name_taken",
  option_groups_name: "name_taken",
  option_groups_code_key: "name_taken",
  option_values_option_group_id_code_key: "name_taken",
  brands_name: "name_taken",
  product_types_name: "name_taken",
  product_types_slug_key: "name_taken",
  stock_not_oversold: "out_of_stock",
  stock_on_hand_not_negative: "stale",
  stock_levels_variation_id_fkey: "not_found",
  stock_alerts_variation_id_fkey: "not_found",
  ships_too_many: "ships_too_many",
  returns_too_many: "returns_too_many",
  restock_only_sellable: "not_sellable",
  payments_one_live: "payment_in_progress",
  refund_within_capture: "refund_too_much",
  refunds_once: "stale",
  orders_one_of_cart: "stale",
  gift_card_not_overspent: "stale",
  addresses_one_default: "stale",
  coupons_code: "coupon_code_taken",
  coupon_not_overused: "stale",
  coupon_redemptions_slot: "stale",
  tax_rates_apart: "tax_rate_taken",
  tax_rates_period: "bad_input",
  tax_classes_name: "name_taken",
  shipping_zones_name_key: "name_taken",
  redirects_from: "redirect_taken",
};

/** Limits of a field that depend on another one, which the database has stored or compares more exactly. */
export const fieldLimits: Record<string, { field: string; message: string }> = {
  compare_at_above_price: {
    field: "compare_at_amount",
    message: "The compare-at price must be higher than the price.",
  },
  coupons_check1: { field: "ends_at", message: "The end must be after the start." },
  unpublished_after_published: { field: "unpublish_at", message: "The end must be after the start." },
};
