import type { App } from "#server/platform/app.ts";
import { getHome, showSections } from "./home.ts";

/** Home page endpoints. */
export function homeRoutes(app: App) {
  app.handle("GET /home", async (_input, { addCacheTags }) => ({
    data: { sections: await getHome(app, addCacheTags) },
  }));
  app.handle("POST /home/preview", async ({ body }) => ({
    data: { sections: await showSections(app, body.sections, () => undefined) },
  }));
}
