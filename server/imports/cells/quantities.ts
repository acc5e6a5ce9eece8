import { parseCount, type Separator } from "./price.ts";

/** Reads the quantities of a column, each like the others; `add` is called with all of them first. */
export interface Quantities {
  add(text: string): void;
  /** `isGuessed` where the number could be read in another way. */
  read(text: string): { count: number | undefined; isGuessed: boolean };
}

const separators: Separator[] = [".", ","];
/** "2.000" is two, as a program writes it, or two thousand. */
const unclear = /^[1-9]\d{0,2}([.,])000$/;
const bareOf = (text: string) => text.trim().replace(/^[-\u2212]\s*/, "");

export function createQuantities(): Quantities {
  const decimal = new Set<Separator>();
  const grouping = new Set<Separator>();
  const plain = { small: false, large: false };
  const groups = (separator: Separator) => {
    if (decimal.has(separator)) return false;
    if (grouping.has(separator)) return true;
    // Programs that write decimals write them everywhere.
    if (plain.small && !plain.large) return true;
    return separator === ",";
  };
  return {
    add(text) {
      const bare = bareOf(text);
      if (/^[1-9]\d{0,2}$/.test(bare)) plain.small = true;
      if (/^\d{4,}$/.test(bare)) plain.large = true;
      if (unclear.test(bare)) return;
      for (const separator of separators) {
        const [whole = "", ...rest] = bare.split(separator);
        const fraction = rest[0] ?? "";
        if (rest.length === 1 && /^\d+$/.test(whole) && /^0+$/.test(fraction)) decimal.add(separator);
        else if (/^[1-9]\d{0,2}$/.test(whole) && /^\d{3}(?!\d)/.test(fraction)) grouping.add(separator);
      }
    },
    read(text) {
      const bare = bareOf(text);
      const [, separator] = unclear.exec(bare) ?? [];
      if (!separator) return { count: parseCount(text), isGuessed: false };
      const count = Number(groups(separator as Separator) ? bare.replace(separator, "") : bare.replace(/[.,].*/, ""));
      return { count: bare === text.trim() ? count : -count, isGuessed: true };
    },
  };
}
