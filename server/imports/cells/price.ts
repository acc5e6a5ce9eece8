/** A parsed price: `plain` if it was unambiguous ('49', '49.9', '49.90'). */
export type PriceReading =
  | { kind: "price"; amount: number; plain: boolean }
  | { kind: "refused"; code: "price_not_a_number" | "price_negative" | "price_too_large" };

export type Separator = "." | ",";

/** Reads the prices of a file, each like the others; `add` is called with all of them first. */
export interface Prices {
  add(text: string): void;
  read(text: string): PriceReading;
}

const maxAmount = 1_000_000_000_000;
/** No price is longer; the patterns below would take long for long texts. */
const maxLength = 60;

/**
 * Parses a price into minor units of a currency with `digits` decimals: '1.299,00', '1,299.00', "1'299.00", '1 299,00
 * €' and '49.9'. With both separators the last is the decimal one; a single separator before exactly three digits
 * groups thousands, unless the currency has three decimals or it is known as `decimal`. More decimals than the currency
 * has are rounded.
 */
export function parsePrice(given: string, digits: number, decimal?: Separator): PriceReading {
  const text = given.trim();
  if (text.length > maxLength) return { kind: "refused", code: "price_not_a_number" };
  const bare = withoutCurrency(text);
  if (/^(-|\u2212).*\d|^\(.*\d.*\)$/.test(bare)) return { kind: "refused", code: "price_negative" };
  const parts = split(bare, digits, decimal);
  if (!parts) return { kind: "refused", code: "price_not_a_number" };
  const fraction = parts.fraction.replace(/0+$/, "");
  const isRounded = fraction.length > digits;
  const amount =
    Number(parts.whole + fraction.slice(0, digits).padEnd(digits, "0")) +
    (isRounded && Number(fraction[digits]) >= 5 ? 1 : 0);
  if (!(amount <= maxAmount)) return { kind: "refused", code: "price_too_large" };
  return { kind: "price", amount, plain: !isRounded && isPlain(bare, digits) };
}

/** Without its currency, which may be shortened with a point or a stroke: "Rs. 499", "49.90 Fr.", "S/. 49.90". */
const withoutCurrency = (text: string) =>
  text
    .replace(/^(?:[\p{Sc}\p{L}\s]|(?<=\p{L})[./]|(?<=\/)\.)+|(?:[\p{Sc}\p{L}\s]|(?<=\p{L})[./])+$/gu, "")
    .replace(/[\s\u00a0\u202f'’]/g, "")
    // "49,-"
    .replace(/[.,][-–—]+$/, "");

function split(bare: string, digits: number, known?: Separator): { whole: string; fraction: string } | undefined {
  const shape = /^(\d[\d.,]*)$/.exec(bare);
  if (!shape) return undefined;
  const decimal = decimalSeparator(bare, digits, known);
  const at = decimal ? bare.lastIndexOf(decimal) : bare.length;
  const whole = removeGrouping(bare.slice(0, at));
  const fraction = bare.slice(at + 1);
  return whole === undefined || /\D/.test(fraction) || (decimal && fraction === "") ? undefined : { whole, fraction };
}

function decimalSeparator(bare: string, digits: number, known?: Separator): Separator | undefined {
  const found = bare.match(/[.,]/g) as Separator[] | null;
  const last = found?.at(-1);
  if (!found || !last) return undefined;
  const single = found.filter((separator) => separator === last).length === 1;
  if (found.length > 1) return single && found.some((separator) => separator !== last) ? last : undefined;
  if (last === known) return last;
  const after = bare.length - bare.indexOf(last) - 1;
  const groups = after === 3 && digits !== 3 && /^[1-9]\d{0,2}[.,]/.test(bare);
  return groups ? undefined : last;
}

/** Removes thousands separators, which must be equal and three digits apart. */
function removeGrouping(whole: string): string | undefined {
  const grouped = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$/.test(whole) || /^\d+$/.test(whole);
  return grouped ? whole.replace(/[.,]/g, "") : undefined;
}

/** A decimal comma before one or two digits, and a currency, leave no doubt. */
const isPlain = (bare: string, digits: number) => new RegExp(`^\\d+([.,]\\d{1,${Math.max(2, digits)}})?$`).test(bare);

/** Prices of a currency with `digits` decimals: three are decimals where one of the file can't be grouping. */
export function createPrices(digits: number): Prices {
  const decimal = new Set<Separator>();
  const grouping = new Set<Separator>();
  return {
    add(text) {
      if (text.length > maxLength) return;
      const bare = withoutCurrency(text);
      const decimals = /^(?:0|\d{4,})([.,])\d{3}$/.exec(bare)?.[1];
      if (decimals) decimal.add(decimals as Separator);
      const groups = /^\d{1,3}([.,])\d{3}[.,]/.exec(bare)?.[1];
      if (groups) grouping.add(groups as Separator);
    },
    read(text) {
      const known = [...decimal].find((separator) => !grouping.has(separator) && text.includes(separator));
      return parsePrice(text, digits, known);
    },
  };
}

/**
 * Parses a number of units: '1200', '26.067,00', '1,200', '12,0', '5.000' (five, as programs write it) and '-3'. Undefined
 * for others, such as fractions.
 */
export function parseCount(given: string): number | undefined {
  const text = given.trim();
  if (/^-?\d+(\.0+)?$/.test(text)) return Number(text);
  const isNegative = /^[-\u2212]\s*\d/.test(text);
  const read = parsePrice(isNegative ? text.slice(1) : text, 2);
  if (read.kind === "refused" || read.amount % 100 !== 0) return undefined;
  return (isNegative ? -1 : 1) * (read.amount / 100);
}
