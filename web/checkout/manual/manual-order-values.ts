import type { Args } from "#contract/api.ts";
import { ManualDiscount, type ManualPayment, manualDiscountKinds } from "#contract/orders/manual-orders.ts";
import { personalKeyPrefix, storedValue } from "#web/api/browser-storage.ts";
import { type AddressValues, blankAddress } from "#web/checkout/draft.ts";
import { toSentAddress } from "#web/checkout/validate-details.ts";
import type { PickerItem } from "#web/ui/forms/fields/multi-picker.tsx";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

export const discountOptions = ["none", ...manualDiscountKinds, "coupon"] as const;

/** The fields of an order that staff create. */
export interface ManualOrderValues {
  /** An account, else the email address counts. */
  customer: PickerItem | null;
  email: string;
  lines: { variation_id: number; quantity: number; label: string }[];
  address: AddressValues;
  /** The street that was filled in of the customer's address; null if none was. */
  filled_street: string | null;
  /** Id of a shipping method; "" for the cheapest. */
  method: string;
  discount: (typeof discountOptions)[number];
  code: string;
  value: string;
  reason: string;
  payment: ManualPayment;
  /** Of the customer's emails; "" for the customer's own. */
  language: string;
  note: string;
}

export const blankOrder: ManualOrderValues = {
  customer: null,
  email: "",
  lines: [],
  address: blankAddress,
  filled_street: null,
  method: "",
  discount: "none",
  code: "",
  value: "",
  reason: "",
  payment: "link",
  language: "",
  note: "",
};

/** The order being typed: it survives a reload, and is deleted when the page is left. */
export const orderDraft = storedValue(() => sessionStorage, `${personalKeyPrefix}manual_order`);

/** What is typed as a percentage or an amount: basis points or minor units, as the API takes them; null if it is none. */
export function readDiscount(
  { discount: kind, value }: Pick<ManualOrderValues, "discount" | "value">,
  currency: string,
): number | null {
  if (kind !== "percent" && kind !== "fixed") return null;
  const typed = kind === "percent" ? value.trim().replace(/\s*[%٪]$/, "") : value;
  // Like euros, percentages have two decimals.
  const amount = amountFromText(typed, kind === "percent" ? "EUR" : currency);
  return ManualDiscount.shape.value.safeParse(amount).success && (kind === "fixed" || Number(amount) <= 10_000)
    ? amount
    : null;
}

const goodsOf = ({ customer, lines, method, ...values }: ManualOrderValues, currency: string) => {
  const { discount: kind, code } = values;
  const value = readDiscount(values, currency);
  const coupon = kind === "coupon" && code.trim() !== "" ? { coupon_code: code.trim() } : {};
  const reason = values.reason.trim() || "Discount";
  const discount = kind !== "none" && kind !== "coupon" && value !== null ? { discount: { kind, value, reason } } : {};
  return {
    ...(customer ? { customer_id: customer.id } : {}),
    lines: lines.map(({ variation_id, quantity }) => ({ variation_id, quantity })),
    ...(method ? { shipping_method_id: Number(method) } : {}),
    ...coupon,
    ...discount,
  };
};

/** What the order is priced by; undefined until there is an item and a country. */
export function toQuoteRequest(
  values: ManualOrderValues,
  currency: string,
): Args<"POST /orders/manual/quote">["body"] | undefined {
  const { country, postal_code, region_code } = values.address;
  if (values.lines.length === 0 || country === "") return undefined;
  return {
    ...goodsOf(values, currency),
    country,
    ...(postal_code.trim() ? { postal_code: postal_code.trim() } : {}),
    ...(values.address.company.trim() && values.address.vat_id.trim() ? { vat_id: values.address.vat_id.trim() } : {}),
    ...(region_code ? { region_code } : {}),
  };
}

/** The order at the price of this quote. */
export const toNewOrder = (
  values: ManualOrderValues,
  currency: string,
  quoteHash: string,
): Args<"POST /orders/manual">["body"] => ({
  ...goodsOf(values, currency),
  ...(values.customer ? {} : { email: values.email.trim() }),
  shipping_address: toSentAddress(values.address) as Args<"POST /orders/manual">["body"]["shipping_address"],
  payment: values.payment,
  ...(values.language ? { language: values.language } : {}),
  ...(values.note.trim() ? { note: values.note.trim() } : {}),
  quote_hash: quoteHash,
});
