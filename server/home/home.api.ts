import type { App } from "#server/platform/app.ts";
import { getHome } from "./home.ts";

/** Home page endpoint. */
export function homeRoutes(app: App) {
  app.handle("GET /home", async (_input, { addCacheTags }) => ({
    data: { sections: await getHome(app, addCacheTags) },
  }));
}
