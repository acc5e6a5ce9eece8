import { expect, test } from "vitest";
import { feedMeasures, Measure, measureText, parseMeasure, pricePerMeasure } from "./measures.ts";

const euro = (amount: number) => ({ amount, currency: "EUR" });
const per = (amount: number, text: string) => {
  const found = pricePerMeasure(euro(amount), parseMeasure(text));
  return found && `${found.amount} per ${found.base}`;
};

test("Unit price: the default base is that of the directive, and 100 g or 100 ml can be chosen", () => {
  expect(per(1299, "750 ml")).toBe("1732 per l");
  expect(per(399, "250 g")).toBe("1596 per kg");
  expect(per(399, "250 g per 100 g")).toBe("160 per 100g");
  expect(per(399, "0,25 kg per 100 g")).toBe("160 per 100g");
  expect(per(4990, "2.35 m²")).toBe("2123 per m2");
  expect(per(500, "3 m")).toBe("167 per m");
  expect(per(100, "6 pcs")).toBe("17 per piece");
});

test("Unit price: half a cent is rounded up, exactly for the largest amounts; what is free has none", () => {
  expect(per(1, "2 kg")).toBe("1 per kg");
  expect(per(1, "2.001 kg")).toBe("0 per kg");
  expect(per(3, "0.4 l")).toBe("8 per l");
  expect(per(999_999_999_999, "1 g per 100 g")).toBe("99999999999900 per 100g");
  expect(per(1_000_000_000_000, "0.001 g")).toBeNull();
  expect(per(0, "500 g")).toBeNull();
  expect(pricePerMeasure(euro(100), null)).toBeNull();
});

test("Unit price: it is the price within half a minor unit, whatever the measure", () => {
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 1 + (seed % most);
  };
  for (let at = 0; at < 2000; at++) {
    const [price, thousandths] = [next(1_000_000), next(10_000_000)];
    const found = pricePerMeasure(euro(price), { amount: thousandths / 1000, unit: "g", base: "100g" });
    const difference = 2 * Math.abs((found?.amount ?? 0) * thousandths - price * 100_000);
    expect(difference, `${price} for ${thousandths}`).toBeLessThanOrEqual(thousandths);
  }
});

test("Unit price: measures are written and read the same way", () => {
  for (const text of ["750 ml", "0.125 l", "500 g per 100 g", "12 piece", "2.5 m²", "70 cm", "75 cl"])
    expect(parseMeasure(measureText(parseMeasure(text)))).toEqual(parseMeasure(text));
  expect(measureText(parseMeasure("75 cl"))).toBe("750 ml");
  expect(measureText(parseMeasure("500 g per kg"))).toBe("500 g");
  // What three decimals would make ambiguous is written with four.
  for (const unit of ["g", "kg", "ml", "l", "m", "m2", "piece"] as const)
    for (const amount of [1.125, 12.5, 1000, 0.125])
      expect(parseMeasure(measureText({ amount, unit, base: null }))).toEqual({ amount, unit, base: null });
  for (const text of [
    "",
    "500",
    "g",
    "0 g",
    "1.500 g",
    "1.500 gram",
    "1,500 mg",
    "1.000 Stück",
    "1,000 pieces",
    "1.000 pcs",
    "2.500 m",
    "12.500 cm",
    "500 g per l",
    "500 g per 50 g",
    "500 stones",
    "1 g/kg/l",
    "9999999 kg",
  ])
    expect([text, parseMeasure(text)]).toEqual([text, null]);
});

test("Unit price: the base is of the same kind as the unit", () => {
  expect(Measure.safeParse({ amount: 1.234, unit: "kg", base: "100g" }).success).toBe(true);
  for (const bad of [
    { amount: 1, unit: "kg", base: "l" },
    { amount: 0, unit: "kg", base: null },
    { amount: 1.2345, unit: "kg", base: null },
  ])
    expect(Measure.safeParse(bad).success).toBe(false);
});

test("Unit price: a long run of spaces is no measure, and is refused at once", () => {
  const from = performance.now();
  expect(parseMeasure(`1${" ".repeat(30_000)}g`)).toBeNull();
  expect(performance.now() - from).toBeLessThan(100);
});

test("Unit price: what the feed and the export write is read as it is", () => {
  for (const unit of ["g", "kg", "ml", "l", "m", "m2", "piece"] as const)
    for (const amount of [1.125, 12.345, 1000, 0.125]) {
      const measure = { amount, unit, base: null };
      expect(parseMeasure(feedMeasures(measure).measure)).toEqual(measure);
    }
});
