import type { App } from "#server/platform/app.ts";
import { getPublicShop } from "./shop.ts";

/** Shop endpoint. */
export function shopRoutes(app: App) {
  app.handle("GET /shop", async (_input, { addCacheTags }) => {
    addCacheTags("settings");
    return { data: await getPublicShop(app) };
  });
}
