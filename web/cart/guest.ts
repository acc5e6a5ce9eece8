import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { useSession } from "#web/api/session.ts";

const cookie = "guest_id";
const thirtyDays = 30 * 24 * 60 * 60;

/** Starts a guest cart unless the cookie names one. */
export async function beGuest(): Promise<void> {
  if (!hasGuestId()) await startGuestCart();
}

/** Whether this browser names a guest cart. */
export const hasGuestId = () => document.cookie.split("; ").some((pair) => pair.startsWith(`${cookie}=`));

/** Forgets the guest cart: it was handed over on signing in, or the shop no longer knows it. */
export const forgetGuest = () => write("", 0);

/**
 * Makes a call on the cart. A guest without a cart gets one first; when the shop no longer knows the guest's cart (400),
 * it is discarded and a new one is started.
 */
export async function asShopper<T>(ask: () => Promise<T>): Promise<T> {
  if (isNobody()) await beGuest();
  try {
    return await ask();
  } catch (problem) {
    if (!(problem instanceof CallProblem) || problem.status !== 400 || !isNobody()) throw problem;
    forgetGuest();
    await startGuestCart();
    return ask();
  }
}

const isNobody = () => useSession.getState().status !== "in";

let starting: Promise<void> | undefined;

/** However many ask at once, one cart is started. */
const startGuestCart = () =>
  (starting ??= call("GET /cart/guest/init")
    .then(({ guest_id }) => write(guest_id, thirtyDays))
    .finally(() => {
      starting = undefined;
    }));

function write(value: string, seconds: number) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookie}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}
