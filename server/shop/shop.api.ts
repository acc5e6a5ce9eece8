import type { House } from "#server/platform/house.ts";
import { publicShop } from "./shop.ts";

/** Calls about the shop as a whole. */
export function shopRoutes(house: House) {
  house.handle("GET /shop", async (_input, { shows }) => {
    shows("settings");
    return { data: await publicShop(house) };
  });
}
