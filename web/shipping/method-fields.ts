import type { Args } from "#contract/api.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import type { ShippingRate, ZoneMethod } from "#contract/shipping.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";
import { gramsFromText, weightText } from "#web/ui/text/weight-format.ts";

export interface RateFields {
  price: string;
  min_subtotal: string;
  max_subtotal: string;
  min_weight: string;
  max_weight: string;
}
/** The form of a shipping method; weights are in the unit of the shop. */
export interface MethodFields {
  name: string;
  carrier: string;
  min_days: string;
  max_days: string;
  is_active: boolean;
  rates: RateFields[];
}

export const methodFieldLabels: Record<keyof MethodFields, string> = {
  name: "Name",
  carrier: "Carrier",
  min_days: "Earliest day",
  max_days: "Latest day",
  is_active: "Offered",
  rates: "Rates",
};

export const emptyRate: RateFields = { price: "", min_subtotal: "", max_subtotal: "", min_weight: "", max_weight: "" };

export function toMethodFields(method: ZoneMethod | undefined, currency: string): MethodFields {
  const money = (amount: number | null) => (amount === null ? "" : decimalText(amount, currency));
  return {
    name: method?.name ?? "",
    carrier: method?.carrier ?? "",
    min_days: String(method?.min_days ?? 2),
    max_days: String(method?.max_days ?? 4),
    is_active: method?.is_active ?? true,
    rates: method?.rates.map((rate) => ({
      price: money(rate.price_amount),
      min_subtotal: money(rate.min_subtotal_amount),
      max_subtotal: money(rate.max_subtotal_amount),
      min_weight: weightText(rate.min_weight_g),
      max_weight: weightText(rate.max_weight_g),
    })) ?? [emptyRate],
  };
}

type Body = Omit<NonNullable<Args<"POST /shipping/methods">["body"]>, "zone_id" | "position">;
type Errors = Record<string, string>;

/** The request body, or errors by path: `rates.0.price`. */
export function toMethodBody(fields: MethodFields, currency: string): { body: Body } | { errors: Errors } {
  const errors: Errors = {};
  const days = (field: "min_days" | "max_days") => {
    if (!/^\d{1,3}$/.test(fields[field].trim())) errors[field] = "Enter a number of days.";
    return Number(fields[field]);
  };
  const body = {
    name: fields.name.trim(),
    carrier: fields.carrier.trim() || null,
    min_days: days("min_days"),
    max_days: days("max_days"),
    is_active: fields.is_active,
    rates: fields.rates.map((rate, at) =>
      readRate(rate, currency, (field, message) => {
        errors[`rates.${at}.${field}`] = message;
      }),
    ),
  };
  if (body.name === "") errors.name = "Name required";
  if (!errors.max_days && body.min_days > body.max_days)
    errors.max_days = "The latest delivery day can't be before the earliest.";
  return Object.keys(errors).length > 0 ? { errors } : { body };
}

function readRate(
  rate: RateFields,
  currency: string,
  fail: (field: keyof RateFields, message: string) => void,
): ShippingRate {
  const money = (field: "price" | "min_subtotal" | "max_subtotal") => {
    const amount = rate[field].trim() === "" ? null : amountFromText(rate[field], currency);
    if (rate[field].trim() !== "" && (amount === null || amount < 0)) fail(field, "Enter an amount.");
    return amount;
  };
  const weight = (field: "min_weight" | "max_weight") => {
    const grams = gramsFromText(rate[field]);
    if (rate[field].trim() !== "" && grams === null) fail(field, "Enter a weight.");
    return grams;
  };
  const price = money("price");
  if (rate.price.trim() === "") fail("price", "Enter a price.");
  const [min_subtotal_amount, max_subtotal_amount] = [money("min_subtotal"), money("max_subtotal")];
  const [min_weight_g, max_weight_g] = [weight("min_weight"), weight("max_weight")];
  if (isReversed(min_subtotal_amount, max_subtotal_amount)) fail("max_subtotal", "This is less than the minimum.");
  if (isReversed(min_weight_g, max_weight_g)) fail("max_weight", "This is less than the minimum.");
  return { price_amount: price ?? 0, min_subtotal_amount, max_subtotal_amount, min_weight_g, max_weight_g };
}

const isReversed = (from: number | null, to: number | null) => from !== null && to !== null && from > to;
