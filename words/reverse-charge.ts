import { say } from "./say.ts";

/** Why a business in another member state of the EU pays no VAT, on its order and in emails about it. */
export const reverseChargeText = ({ vat_id: id }: { vat_id: string }): string =>
  say("No VAT is charged, as VAT ID {id} is confirmed. You account for it in your country (reverse charge).", { id });
