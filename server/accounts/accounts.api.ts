import type { House } from "#server/platform/house.ts";
import { forgetOldAttempts } from "./attempts.sql.ts";
import { customersRoutes } from "./customers.api.ts";
import { googleRoutes } from "./google.api.ts";
import { myAccountRoutes } from "./my-account.api.ts";
import { forgetOldTokens } from "./one-time.sql.ts";
import { recoveryRoutes } from "./recovery.api.ts";
import { forgetOldSessions } from "./sessions.sql.ts";
import { signInRoutes } from "./sign-in.api.ts";

/** Calls about people: signing in, one's own account, and everybody's for administrators. */
export function accountsRoutes(house: House) {
  signInRoutes(house);
  recoveryRoutes(house);
  googleRoutes(house);
  myAccountRoutes(house);
  customersRoutes(house);
  house.jobs.repeat("accounts.tidy", "17 3 * * *", async () => {
    await forgetOldSessions(house.db);
    await forgetOldAttempts(house.db);
    await forgetOldTokens(house.db);
  });
}
