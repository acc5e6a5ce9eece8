import { toAsciiDigits } from "#contract/formats/digits.ts";

/** Parts per million of a percentage from 0 to 100 with four decimals at most, such as 8.875. */
export function readPercent(text: string): number | undefined {
  const parts = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(toAsciiDigits(text.trim()));
  if (!parts) return undefined;
  const rate = Number(parts[1]) * 10_000 + Number((parts[2] ?? "").padEnd(4, "0"));
  return rate <= 1_000_000 ? rate : undefined;
}
