import { z } from "zod";
import { retentionLimits } from "./retention-periods.ts";

const stored = (name: keyof typeof retentionLimits) => {
  const [least, most] = retentionLimits[name];
  return z.int("Enter a whole number.").min(least).max(most);
};

/** How long personal data is stored, where the merchant decides. The least are what proofs and the law need. */
export const RetentionSettings = z.object({
  /** Days after their last use until provisional accounts without an order are deleted. */
  guest_account_days: stored("guest_account_days"),
  /** Days until emails, which prove what a customer was sent, are deleted after they were sent or dropped. */
  email_days: stored("email_days"),
  notification_days: stored("notification_days"),
  /** Days until the log of what staff and customers changed is deleted; it proves who did what. */
  change_days: stored("change_days"),
  /** Days until searches without a result are deleted; who searched isn't stored. */
  search_days: stored("search_days"),
  /**
   * Years after their end until orders lose the customer's data, with their returns and withdrawals; null for as long as the
   * account exists. Warranty and limitation need three at least. Invoices keep it, as the law requires.
   */
  order_years: stored("order_years").nullable(),
});
export type RetentionSettings = z.infer<typeof RetentionSettings>;
