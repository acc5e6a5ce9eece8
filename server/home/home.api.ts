import type { App } from "#server/platform/app.ts";
import { getHome, showSections } from "./home.ts";

/** Home page endpoints. */
export function homeRoutes(app: App) {
  app.answer("GET /home", async (_input, { addCacheTags }) => ({ sections: await getHome(app, addCacheTags) }));
  app.answer("POST /home/preview", async ({ body }) => ({
    sections: await showSections(app, body.sections, () => undefined),
  }));
}
