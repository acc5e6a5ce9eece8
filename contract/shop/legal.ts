import { z } from "zod";
import { Country, list } from "#contract/endpoint.ts";
import { settings } from "#contract/resources/resources.ts";

/** A duty of shops that sell to some countries, as far as Kiosk can tell. Whether a text is right it can't. */
export const LegalDuty = z.object({
  key: z.string(),
  title: z.string(),
  /** `regular` is what has to be done again and again, which Kiosk can't see. */
  state: z.enum(["met", "missing", "regular"]),
  /** What to do, or why it is met. */
  text: z.string(),
  /** The law it is read from. */
  law: z.string(),
  /** Where it is done: a page of the dashboard. */
  link: z.string(),
  /** Those of the countries sold to in which it applies. */
  countries: z.array(Country),
});
export type LegalDuty = z.infer<typeof LegalDuty>;

export const legalApi = {
  "GET /settings/legal": settings.read({
    summary:
      "List the duties of the shop in the countries it sells to, missing ones first, then those to be done regularly.",
    reply: list(LegalDuty),
  }),
};
