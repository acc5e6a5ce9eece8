import { sql } from "kysely";
import { expect, test } from "vitest";
import { toProblem } from "#server/platform/http/problem.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { constraintProblems, fieldLimits } from "./constraints.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token } = await openAdmin(shop);

/** Constraints that no request can violate, by why not. */
const unreachable: Record<string, string[]> = {
  "the request's schema has the same limit": [
    "cart_quantity",
    "categories_name_check",
    "categories_slug_check",
    "coupons_check",
    "coupons_code_check",
    "coupons_max_per_user_check",
    "coupons_max_uses_check",
    "coupons_min_subtotal_amount_check",
    "coupons_value_check",
    "customer_notes_text_check",
    "customer_tags_name_check",
    "fulfilment_lines_quantity_check",
    "gift_cards_initial_amount_check",
    "option_values_swatch_check",
    "price_not_negative",
    "product_types_return_days_check",
    "products_name_check",
    "redirects_from_path_check",
    "redirects_to_path_check",
    "refunds_amount_check",
    "refunds_reason_check",
    "return_lines_quantity_check",
    "reviews_rating_check",
    "reviews_reason_check",
    "reviews_reply_check",
    "search_synonyms_includes_check",
    "search_synonyms_words_check",
    "shipping_methods_check",
    "shipping_methods_min_days_check",
    "shipping_rates_price_amount_check",
    "stock_low_level_not_negative",
    "payment_events_bank_reference_check",
    "tax_classes_name_check",
    "tax_rates_one_way",
    "tax_rates_postal_prefix_check",
    "tax_rates_rate_ppm_check",
    "tax_rates_region_check",
    "variations_max_per_order_check",
    "variations_measure_check",
    "brands_name_check",
    "brands_safety_check",
    "products_safety_check",
    "product_types_safety_check",
    "products_country_of_origin_check",
    "products_energy_label_check",
    "product_types_country_of_origin_check",
    "brands_country_of_origin_check",
    "variations_weight_g_check",
  ],
  "the code that writes it checks it first and answers with a problem": [
    "categories_check",
    "categories_depth_check",
    "order_lines_measure_check",
    "product_relations_check",
    "return_lines_check",
  ],
  "the values are those of a list in the code or the schema": [
    "bulk_edits_status_check",
    "carts_status_check",
    "coupons_kind_check",
    "document_series_kind_check",
    "figures_minutes_check",
    "fulfilments_status_check",
    "gift_card_entries_kind_check",
    "images_status_check",
    "import_jobs_kind_check",
    "import_jobs_status_check",
    "import_rows_kind_check",
    "notification_prefs_channel_check",
    "one_time_tokens_purpose_check",
    "option_groups_display_check",
    "order_events_actor_type_check",
    "order_events_worded",
    "order_transactions_actor_type_check",
    "order_transactions_kind_check",
    "orders_fulfilment_status_check",
    "orders_payment_status_check",
    "orders_source_check",
    "orders_status_check",
    "payment_events_kind_check",
    "payments_requested_action_check",
    "payments_status_check",
    "order_lines_withdrawal_exclusion_check",
    "product_types_withdrawal_exclusion_check",
    "products_status_check",
    "refunds_status_check",
    "return_lines_condition_check",
    "returns_status_check",
    "review_reports_reason_check",
    "review_votes_value_check",
    "reviews_status_check",
    "slug_history_entity_check",
    "staff_invitations_role_check",
    "staff_permissions_access_check",
    "staff_permissions_area_check",
    "staff_permissions_role_check",
    "stock_movements_reason_check",
    "stock_reservations_state_check",
    "users_account_status_check",
    "users_role_check",
    "withdrawal_lines_outcome_check",
    "withdrawals_source_check",
  ],
  "only the shop computes these values": [
    "bought_together_check",
    "withdrawal_lines_done_qty_check",
    "bought_together_orders_check",
    "cart_merges_quantity_check",
    "cart_restorations_quantity_check",
    "carts_check",
    "coupon_redemptions_slot_check",
    "coupon_retained_or_released",
    "coupons_used_check",
    "fulfilments_cancelled_check",
    "gift_card_entries_balance_after_check",
    "gift_card_entries_check",
    "gift_card_entries_check1",
    "gift_card_entries_delta_amount_check",
    "gift_card_entries_step_check",
    "image_files_bytes_check",
    "image_files_dominant_check",
    "image_files_height_check",
    "image_files_width_check",
    "image_hosts_failures_check",
    "images_check",
    "images_check1",
    "import_jobs_progress_check",
    "invoices_issued",
    "locations_one_default",
    "order_adds_up",
    "order_lines_cancelled_qty_check",
    "order_lines_discount_amount_check",
    "order_lines_fulfilled_qty_check",
    "order_lines_order_id_id_key",
    "order_lines_quantity_check",
    "order_lines_return_days_check",
    "order_lines_returned_qty_check",
    "order_lines_tax_amount_check",
    "order_lines_tax_rate",
    "order_lines_total_amount_check",
    "order_lines_unit_price_amount_check",
    "order_transactions_amount_check",
    "order_transactions_cause_check",
    "orders_discount_amount_check",
    "orders_number_key",
    "orders_quantity_check",
    "orders_shipping_amount_check",
    "orders_subtotal_amount_check",
    "orders_tax_amount_check",
    "orders_total_amount_check",
    "payment_events_amount_check",
    "payments_amount_check",
    "payments_authorized_amount_check",
    "payments_captured_amount_check",
    "products_rating_count_check",
    "products_rating_sum_check",
    "reconciliations_inconsistencies_check",
    "refused_quantities_units_check",
    "returns_number_key",
    "returns_refund_amount_check",
    "reverse_charge_without_tax",
    "reviews_helpful_check",
    "reviews_unhelpful_check",
    "signing_key_is_only_check",
    "staff_invitations_have_permissions",
    "stock_alerts_check",
    "stock_backorders_quantity_check",
    "stock_backorders_shipped_check",
    "stock_hold_ends",
    "stock_hold_units_quantity_check",
    "stock_reservations_check",
    "stock_reservations_quantity_check",
    "stock_reserved_not_negative",
    "tax_classes_one_default",
    "two_factor_check",
    "users_have_a_name",
    "users_id_role_key",
    "users_provisional",
    "vat_checks_state_check",
    "vat_checks_vat_id_check",
    "vat_checks_requester_check",
    "withdrawal_is_not_refused",
    "withdrawal_lines_quantity_check",
  ],
  "its insert has an `on conflict` clause, or deletes before it inserts": [
    "cart_items_cart_id_variation_id_saved_for_later_key",
    "carts_one_of_guest",
    "carts_one_of_user",
    "contact_emails_user_id_lower_idx",
    "coupon_redemptions_order_id_key",
    "customer_tags_once",
    "email_outbox_dedupe_key_key",
    "images_source",
    "invoices_cause",
    "notifications_user_id_dedupe_key_key",
    "order_transactions_order_id_kind_cause_order_line_id_key",
    "payment_events_provider_object_ref_kind_key",
    "reviews_product_id_user_id_key",
    "staff_invitations_email",
    "stock_alerts_once",
    "stock_alerts_once_by_mail",
    "stock_movements_reason_ref_type_ref_id_variation_id_locatio_key",
    "stock_reservations_order_line_id_location_id_key",
    "user_identities_subject",
  ],
  "the row that it belongs to is locked before": [
    "categories_import_key",
    "gift_card_entries_gift_card_id_order_id_step_key",
    "invoices_number",
    "stock_hold_units_cart_id_variation_id_key",
  ],
  "its only row is written by the migration": ["unsubscribe_key_id_check", "withdrawal_key_id_check"],
  "the value is random or of a provider, whose longer ones are cut or left out": [
    "vat_checks_consultation_number_check",
    "vat_checks_name_check",
    "gift_cards_code_hash_key",
    "one_time_tokens_token_hash_key",
    "payments_provider_psp_reference_key",
    "sessions_refresh_hash_key",
    "staff_invitations_token_id_key",
  ],
};

/** Check constraints and unique indexes; foreign keys have a problem of their own, and single primary keys are generated. */
const listConstraints = async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'x')
    union all
    select i.relname
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    where x.indisunique and not x.indisprimary and i.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.oid)`.execute(app.db);
  return rows.map(({ name }) => name).toSorted();
};

test("Constraint: each has its problem, or a reason why no request violates it", async () => {
  const foreignKeys = (name: string) => !name.endsWith("_fkey");
  const known = [
    ...Object.keys(constraintProblems).filter(foreignKeys),
    ...Object.keys(fieldLimits),
    ...Object.values(unreachable).flat(),
  ];
  expect(known.toSorted()).toEqual(await listConstraints());
});

test("Constraint: a violated one is a problem with a sentence, and no other error is", () => {
  for (const constraint of [...Object.keys(constraintProblems), ...Object.keys(fieldLimits)]) {
    const problem = toProblem({ code: "23514", constraint });
    expect(problem?.status, constraint).toBeLessThan(500);
    expect(problem?.message, constraint).not.toBe("");
  }
  expect(toProblem({ code: "23514", constraint: "orders_total_amount_check" })).toBeUndefined();
});

test("Constraint: a coupon that ends when it starts is a wrong field, however the times are written", async () => {
  const body = {
    code: "ZEROTIME",
    kind: "percent",
    value: 1000,
    starts_at: "2027-01-01T00:00:00.000Z",
    ends_at: "2027-01-01T00:00:00Z",
  };
  expect(await ask("POST /coupons", { token, body })).toMatchObject({
    status: 400,
    body: { code: "bad_input", errors: [{ field: "ends_at", message: "The end must be after the start." }] },
  });
});
