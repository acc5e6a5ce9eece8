import type { RetentionSettings } from "#contract/shop/retention.ts";
import type { App } from "#server/platform/app.ts";
import { getCachedSettings } from "./settings.ts";

type Kind = Exclude<keyof RetentionSettings, "order_years">;
type Parts = Pick<App, "responseCache" | "db" | "now">;

/** When personal data of a kind has to be from that it is stored on. */
export const retainedFrom = async (app: Parts, kind: Kind): Promise<Date> =>
  new Date(app.now().getTime() - (await getCachedSettings(app))[kind] * 86_400_000);

/** When orders have to have ended that they still name their customer; null for always. */
export async function ordersRetainedFrom(app: Parts): Promise<Date | null> {
  const { order_years: years } = await getCachedSettings(app);
  if (years === null) return null;
  const from = new Date(app.now());
  from.setUTCFullYear(from.getUTCFullYear() - years);
  return from;
}
