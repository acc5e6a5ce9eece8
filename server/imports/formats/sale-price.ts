import type { Prices } from "#server/imports/cells/price.ts";
import type { FileTime } from "./product-format.ts";

/** What a row says of a sale: its price, the price without it, and its dates, '' where there are none. */
export interface SaleCells {
  price: string;
  full: string;
  starts: string;
  ends: string;
  /** The heading of the sale price. */
  column: string | null;
}

/** The sale price while its dates allow it, else '', with notes about what the shop can't keep. `prices` know all of the file. */
export function readSale({ price, full, starts, ends, column }: SaleCells, time: FileTime, prices: Prices) {
  const note = (code: string, message: string) => ({ column, code, message });
  if (price === "") return { price, notes: [] };
  const [from, to] = [readMoment(starts, "00:00:00", time), readMoment(ends, "23:59:59", time)];
  if (to && to.order < 0) return { price: "", notes: [] };
  const unknown = starts !== "" && !from ? starts : ends !== "" && !to ? ends : undefined;
  if (unknown !== undefined) {
    const message = `The sale price ${price} was left out, as "${unknown.slice(0, 60)}" can't be read as a date.`;
    return { price: "", notes: [note("value_ignored", message)] };
  }
  if (from && from.order > 0) {
    const message = `The sale price ${price} begins on ${from.day}, so it was left out.`;
    return { price: "", notes: [note("sale_later", message)] };
  }
  if (amountOf(price, prices) > amountOf(full, prices)) {
    const message = `The sale price ${price} was left out, as it is above the price.`;
    return { price: "", notes: [note("value_ignored", message)] };
  }
  return { price, notes: to ? [note("sale_ends", `The sale ends on ${to.day}. Set the price back then.`)] : [] };
}

/** NaN if the text is no amount. */
function amountOf(text: string, prices: Prices): number {
  const read = prices.read(text);
  return read.kind === "price" ? read.amount : Number.NaN;
}

/**
 * Reads "2026-11-26", "2026-11-26T23:59+0100", "2026-11-26 23:59:59" or "26.11.2026": its day, and whether it is before
 * now (-1) or after (1). Without a zone it is on the shop's clocks. Undefined if it can't be read: of "05/06/2026" nobody
 * knows which is the month.
 */
function readMoment(given: string, dayTime: string, { now, localNow }: FileTime) {
  const [, first, second, third] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?= |$)/.exec(given) ?? [];
  const text = third ? `${third}-${second?.padStart(2, "0")}-${first?.padStart(2, "0")}` : given;
  const [, day = "", at = dayTime, zone = ""] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  const clock = at.padEnd(8, ":00");
  // Engines read "+01:00", but not all "+0100".
  const moment = Date.parse(`${day}T${clock}${zone === "" ? "Z" : zone.replace(/(\d\d):?(\d\d)$/, "$1:$2")}`);
  if (Number.isNaN(moment)) return undefined;
  const here = zone === "" ? Date.parse(`${localNow.replace(" ", "T")}Z`) : now;
  return { day, order: Math.sign(moment - here) };
}
