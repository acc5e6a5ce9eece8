import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { clearSession, onUserChange, signIn, storedTokens, useSession } from "#web/api/session/session.ts";
import { clearPersonalQueries, removePersonalQueries } from "./personal-queries.ts";
import { publicCalls } from "./public-calls.ts";

test("S4 signing out keeps only replies that are the same for everybody", async () => {
  const expected = Object.entries(api as Record<string, Endpoint>)
    .filter(([route, { caller, cached }]) => route.startsWith("GET ") && caller === "anyone" && cached)
    .map(([route]) => route);
  const file = `/**
 * Calls with the same reply for everybody: \`cached\` and for \`anyone\` in the contract, which is too large for browsers.
 * Written by personal-data.test.ts (\`npx vitest run web/shell/personal-data.test.ts -u\`).
 */
export const publicCalls: readonly string[] = [
${expected.map((route) => `  "${route}",`).join("\n")}
];
`;
  await expect(file).toMatchFileSnapshot("./public-calls.ts");
  expect([...publicCalls]).toEqual(expected);
  for (const route of ["GET /product/:id", "GET /product/:id/price-history", "GET /shipping/zones", "GET /cart"])
    expect(publicCalls, route).not.toContain(route);
});

const wishlist = ["GET /wishlist", {}];
const orders = ["GET /orders/:id", { params: { id: 1 } }];
const home = ["GET /home", {}];
const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`;
const sessionOf = (sub: string) =>
  ({ access_token: tokenOf(sub), refresh_token: "r", role: "customer", account_status: "active" }) as const;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  clearSession();
  useSession.setState({ status: "unknown", justLoggedOut: false });
  vi.restoreAllMocks();
});

/** A browser whose storage is blocked, with a screen that shows the wishlist of whoever is signed in. */
function openShop() {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fetched: string[] = [];
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        queryFn: async ({ queryKey }) => {
          const bearer = storedTokens().access_token ?? "guest";
          fetched.push(`${String(queryKey[0])} ${bearer}`);
          return { of: bearer };
        },
      },
    },
  });
  const shown = new QueryObserver(client, { queryKey: wishlist, enabled: false });
  const show = () => shown.setOptions({ queryKey: wishlist, enabled: useSession.getState().status === "in" });
  stops.push(
    shown.subscribe(() => undefined),
    onUserChange((_, before) => {
      if (before.status === "in") clearPersonalQueries(client);
      else removePersonalQueries(client);
    }),
    // React renders the screens in a microtask.
    onUserChange(() => queueMicrotask(show)),
    () => client.clear(),
  );
  return { client, fetched, shown };
}

test("S4 after signing out nothing is fetched with the token of before, and the next user sees their own", async () => {
  const { fetched, shown } = openShop();
  signIn(sessionOf("7"));
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual({ of: tokenOf("7") }));
  clearSession();
  await new Promise((done) => setTimeout(done, 20));
  expect(shown.getCurrentResult().data).toBeUndefined();
  signIn(sessionOf("8"));
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual({ of: tokenOf("8") }));
  expect(fetched).toEqual([`GET /wishlist ${tokenOf("7")}`, `GET /wishlist ${tokenOf("8")}`]);
});

test("S4 another user's sign-in fetches again what is on screen", async () => {
  const { fetched, shown } = openShop();
  signIn(sessionOf("7"));
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual({ of: tokenOf("7") }));
  signIn(sessionOf("8"));
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual({ of: tokenOf("8") }));
  expect(fetched).toEqual([`GET /wishlist ${tokenOf("7")}`, `GET /wishlist ${tokenOf("8")}`]);
});

test("S4 signing in removes what a guest has looked at, but what everybody sees", () => {
  const { client } = openShop();
  useSession.setState({ status: "out" });
  client.setQueryData(orders, { of: "guest" });
  client.setQueryData(home, { of: "anyone" });
  signIn(sessionOf("7"));
  expect(client.getQueryData(orders)).toBeUndefined();
  expect(client.getQueryData(home)).toEqual({ of: "anyone" });
});
