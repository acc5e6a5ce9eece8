import type { MeasureBase } from "#contract/catalogue/measures.ts";
import { say } from "./say.ts";

/** "€16.00 per l", of a formatted price. */
export function unitPriceText(price: string, base: MeasureBase): string {
  if (base === "100g") return say("{price} per 100 g", { price });
  if (base === "kg") return say("{price} per kg", { price });
  if (base === "100ml") return say("{price} per 100 ml", { price });
  if (base === "l") return say("{price} per l", { price });
  if (base === "m") return say("{price} per m", { price });
  if (base === "m2") return say("{price} per m²", { price });
  return say("{price} per piece", { price });
}
