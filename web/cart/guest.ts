import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { useSession } from "#web/api/session/session.ts";
import { text } from "#words/say.ts";

const cookie = "guest_id";
const thirtyDays = 30 * 24 * 60 * 60;

/** Starts a guest cart unless the cookie has one. */
export async function ensureGuestCart(): Promise<void> {
  if (!hasGuestId()) await startGuestCart();
}

export const hasGuestId = () => document.cookie.split("; ").some((pair) => pair.startsWith(`${cookie}=`));

/** Removes the guest cart: it was merged, or the server no longer knows it. */
export const forgetGuest = () => writeCookie("", 0);

/** Makes a cart call, with a guest cart for guests; when the server no longer knows it (400) a new one is started. */
export async function withGuestCart<T>(ask: () => Promise<T>): Promise<T> {
  if (isGuest()) await ensureGuestCart();
  try {
    return await ask();
  } catch (problem) {
    if (!(problem instanceof CallProblem) || problem.status !== 400 || problem.code === "cookies_blocked" || !isGuest())
      throw problem;
    forgetGuest();
    await startGuestCart();
    return ask();
  }
}

const isGuest = () => useSession.getState().status !== "in";

let starting: Promise<void> | undefined;

const cookiesBlocked = () =>
  new CallProblem(400, {
    code: "cookies_blocked",
    message: text("Allow cookies for this shop to use the cart."),
  });

/** Concurrent calls share one request; none is made where its cookie would be lost. */
async function startGuestCart() {
  if (!navigator.cookieEnabled) throw cookiesBlocked();
  await (starting ??= call("GET /cart/guest/init")
    .then(({ guest_id }) => {
      writeCookie(guest_id, thirtyDays);
      if (!hasGuestId()) throw cookiesBlocked();
    })
    .finally(() => {
      starting = undefined;
    }));
}

function writeCookie(value: string, seconds: number) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookie}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}
