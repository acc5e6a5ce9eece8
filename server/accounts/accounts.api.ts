import type { App } from "#server/platform/app.ts";
import { forgetOldAttempts } from "./attempts.sql.ts";
import { customersRoutes } from "./customers.api.ts";
import { googleRoutes } from "./google.api.ts";
import { myAccountRoutes } from "./my-account.api.ts";
import { forgetOldTokens } from "./one-time.sql.ts";
import { recoveryRoutes } from "./recovery.api.ts";
import { forgetOldSessions } from "./sessions.sql.ts";
import { signInRoutes } from "./sign-in.api.ts";

/** Calls about people: signing in, one's own account, and everybody's for administrators. */
export function accountsRoutes(app: App) {
  signInRoutes(app);
  recoveryRoutes(app);
  googleRoutes(app);
  myAccountRoutes(app);
  customersRoutes(app);
  app.jobs.repeat("accounts.tidy", "17 3 * * *", async () => {
    await forgetOldSessions(app.db);
    await forgetOldAttempts(app.db);
    await forgetOldTokens(app.db);
  });
}
