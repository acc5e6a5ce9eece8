import { isCountry } from "#contract/formats/countries.ts";
import type { Destination } from "#contract/shipping.ts";
import type { Call } from "#server/platform/app.ts";
import { guestCookie } from "#server/platform/auth/caller.ts";
import { hashSecret } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { findCart, findDestinations, type Owner, type StoredCart } from "./cart.sql.ts";

/** The cart owner of a request. Throws `guest_cart_unknown` without a session or guest id. */
export function getOwner({ caller, http }: Pick<Call, "caller" | "http">): Owner {
  const browserCountry = parseBrowserCountry(http?.request.headers["accept-language"]);
  if (caller.kind === "user") return { userId: caller.id, browserCountry };
  if (caller.kind === "guest") return { guestHash: hashSecret(caller.guestId), browserCountry };
  throw new Problem("guest_cart_unknown");
}

/** Where a caller has goods shipped, in order of preference: as their cart says, also for one who has no cart yet. */
export async function getDestinations(db: Db, { caller, http }: Pick<Call, "caller" | "http">): Promise<Destination[]> {
  const owner = findOwner({ caller, http });
  const cart = owner && (await findCart(db, owner));
  const browserCountry = parseBrowserCountry(http?.request.headers["accept-language"]);
  return cart?.destinations ?? (await findDestinations(db, owner ?? { browserCountry }));
}

/** The owner where any visitor may call, whose guest id nobody has read; undefined without one. */
function findOwner({ caller, http }: Pick<Call, "caller" | "http">): Owner | undefined {
  if (caller.kind === "user") return getOwner({ caller, http });
  const guestId = http?.request.cookies[guestCookie];
  return guestId === undefined ? undefined : getOwner({ caller: { kind: "guest", guestId }, http });
}

/** The country of the first language that names one: AT for `de-AT,de;q=0.9`. */
function parseBrowserCountry(languages = ""): string | undefined {
  const country = /^[^;]*?[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(languages)?.[1]?.toUpperCase();
  return country && isCountry(country) ? country : undefined;
}

/** The active cart; a customer may have none. Throws `guest_cart_unknown` if it is unknown, expired or merged. */
export async function findActiveCart(db: Db | Tx, owner: Owner): Promise<StoredCart | undefined> {
  const cart = await findCart(db, owner);
  if (!cart && "guestHash" in owner) throw new Problem("guest_cart_unknown");
  return cart;
}
