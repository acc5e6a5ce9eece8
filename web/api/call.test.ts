import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, onSessionExpired, signIn, useSession } from "#web/api/session/session.ts";
import { call, undoableIdsOf } from "./call.ts";
import type { CallProblem } from "./call-problem.ts";

type SentRequest = { url: string; method: string; bearer: string | null; headers: Headers; body: unknown };
let requests: SentRequest[] = [];
let stored = new Map<string, string>();
let expiries = 0;
const stops: (() => void)[] = [];

/** A network that responds with `answer`, and browser storage. */
function world(answer: (one: SentRequest) => Response) {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const one = {
      url,
      method: init.method ?? "GET",
      bearer: headers.get("authorization"),
      headers,
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };
    requests.push(one);
    return answer(one);
  });
  stops.push(onSessionExpired(() => expiries++));
}
const json = (status: number, body: unknown) => Response.json(body, { status });
const person = { access_token: "a1", refresh_token: "r1", role: "customer", account_status: "active" } as const;
const expired = ({ bearer, url }: SentRequest) =>
  url === "/v1/auth/refresh"
    ? json(200, { access_token: "a2", refresh_token: "r2" })
    : bearer === "Bearer a2"
      ? json(200, { data: [] })
      : json(401, { code: "session_expired", message: "Your session has ended." });

const nobody = { status: "unknown", userId: null, role: null, accountStatus: null, justLoggedOut: false } as const;
beforeEach(() => {
  requests = [];
  stored = new Map();
  expiries = 0;
  useSession.setState(nobody);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useSession.setState(nobody);
});

test("C1 calls send the access token (the refresh doesn't), arrays as repeated keys, and the idempotency key", async () => {
  world(() => json(200, { data: [] }));
  signIn(person);
  await call("GET /product", { query: { tag: [1, 2], name: "cap" } });
  await call("POST /cart", { body: { variation_id: 7, quantity: 1 } } as never, { idempotencyKey: "k" });
  await call("GET /product/details/:slug", { params: { slug: "a/b" } });
  expect(requests.map(({ url }) => url)).toEqual([
    "/v1/product?tag=1&tag=2&name=cap",
    "/v1/cart",
    "/v1/product/details/a%2Fb",
  ]);
  expect(requests.every(({ bearer }) => bearer === "Bearer a1")).toBe(true);
  expect(requests[1]?.headers.get("idempotency-key")).toBe("k");
});

test("C11 a write that got no answer has the same key when it is made again, and a new one after any answer", async () => {
  const answers: (() => Response)[] = [];
  world(() => (answers.shift() ?? (() => json(201, { data: {} })))());
  const lost = () => {
    throw new TypeError("offline");
  };
  const add = (quantity = 1) =>
    call("POST /cart", { body: { variation_id: 7, quantity } }).catch((problem: CallProblem) => problem.status);
  const keys = () => requests.splice(0).map(({ headers }) => headers.get("idempotency-key"));
  answers.push(
    lost,
    () => json(503, {}),
    () => json(409, { code: "in_progress" }),
  );
  for (let times = 0; times < 5; times++) await add();
  const [first, second, third, fourth, fifth] = keys();
  expect([second, third, fourth]).toEqual([first, first, first]);
  expect(fifth).not.toBe(first);
  // Other units are something else, and so are the same ones twice at once or after a refusal.
  answers.push(
    lost,
    () => json(201, {}),
    () => json(409, { code: "out_of_stock" }),
  );
  await add(2);
  await Promise.all([add(3), add(4), add(4)]);
  await add(4);
  expect(new Set(keys()).size).toBe(5);
  await call("GET /tags");
  expect(keys()).toEqual([null]);
});

test("C11 a write without an answer is forgotten after a while and by another user", async () => {
  vi.useFakeTimers({ now: 0 });
  try {
    world(() => json(503, {}));
    const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`;
    const add = () => call("POST /tags", { body: { name: "Soft" } }).catch(() => undefined);
    signIn({ ...person, access_token: tokenOf("7") });
    await add();
    await add();
    signIn({ ...person, access_token: tokenOf("8") });
    await add();
    vi.setSystemTime(11 * 60_000);
    signIn({ ...person, access_token: tokenOf("7") });
    await add();
    const [first, again, other, later] = requests.map(({ headers }) => headers.get("idempotency-key"));
    expect(again).toBe(first);
    expect(new Set([first, other, later]).size).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test("S4 the answer to a write of the user before is not given to whoever is here now", async () => {
  const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`;
  world(() => {
    clearSession();
    return json(201, { items: [] });
  });
  signIn({ ...person, access_token: tokenOf("7") });
  const late = call("POST /cart", { body: { variation_id: 7, quantity: 1 } });
  await expect(late).rejects.toMatchObject({ code: "user_changed" });
});

test("S7 several calls answered with 401 share one refresh and are retried once each", async () => {
  world(expired);
  signIn(person);
  await Promise.all([call("GET /account/sessions"), call("GET /account/addresses"), call("GET /account/sessions")]);
  const refreshes = requests.filter(({ url }) => url === "/v1/auth/refresh");
  expect(refreshes.map(({ bearer }) => bearer)).toEqual(["Bearer r1"]);
  expect(requests.length).toBe(3 + 1 + 3);
  expect([stored.get("access_token"), stored.get("refresh_token")]).toEqual(["a2", "r2"]);
  expect(useSession.getState().status).toBe("in");
});

test("S7 a token refreshed by another tab is used without another refresh", async () => {
  world((one) => {
    if (one.bearer === "Bearer a1") stored.set("access_token", "a2");
    return expired(one);
  });
  signIn(person);
  await call("GET /account/sessions");
  expect(requests.map(({ bearer }) => bearer)).toEqual(["Bearer a1", "Bearer a2"]);
});

test.each(["GET /account/sessions", "/auth/refresh"])(
  "S7 who signs in while %s is refused stays signed in",
  async (at) => {
    const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.sign`;
    const other = { ...person, access_token: tokenOf("8"), refresh_token: "r8" };
    world(({ url }) => {
      if (at.endsWith(url.slice("/v1".length)))
        for (const [key, value] of Object.entries(other)) stored.set(key, value);
      return json(401, { code: "session_expired", message: "Your session has ended." });
    });
    signIn({ ...person, access_token: tokenOf("7") });
    await expect(call("GET /account/sessions")).rejects.toMatchObject({ status: 401 });
    expect(requests.every(({ bearer }) => bearer !== `Bearer ${other.access_token}`)).toBe(true);
    expect([Object.fromEntries(stored), expiries]).toMatchObject([other, 0]);
  },
);

/** Sends writes, of which those of `lost` get no answer; returns their methods and paths with their keys. */
async function sendWrites(lost: string[], writes: (() => Promise<unknown>)[]) {
  const open = [...lost];
  world(({ method, url }) => {
    const at = open.indexOf(`${method} ${url}`);
    if (at === -1) return json(200, {});
    open.splice(at, 1);
    throw new TypeError("offline");
  });
  signIn(person);
  for (const send of writes) await send().catch(() => undefined);
  return requests.map(({ headers }) => headers.get("idempotency-key"));
}
const orderId = "0190a5a0-0000-7000-8000-000000000001";
const hold = () => call("POST /orders/:id/hold", { params: { id: orderId }, body: { reason: "Fraud" } } as never);
const release = () => call("POST /orders/:id/release", { params: { id: orderId } } as never);
const add = () => call("POST /wishlist", { body: { product_id: 7 } } as never);
const remove = () => call("DELETE /wishlist/:product_id" as never, { params: { product_id: 7 } } as never);

test("a write that got no answer is repeated with its key", async () => {
  const [first, second, third] = await sendWrites(["POST /v1/wishlist"], [add, add, add]);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  ["of a list", "POST /v1/wishlist", add, remove],
  ["of an object", `POST /v1/orders/${orderId}/hold`, hold, release],
])("a write %s is done again after its opposite was answered", async (_kind, lost, write, opposite) => {
  const [first, , again] = await sendWrites([lost], [write, opposite, write]);
  expect(first).toBeTruthy();
  expect(again).not.toBe(first);
});

test("a write of another object doesn't end a key", async () => {
  const [first, , again] = await sendWrites(["POST /v1/wishlist"], [add, release, add]);
  expect(again).toBe(first);
});

test("S7 a failed refresh logs out and goes home, once", async () => {
  world(() => json(401, { code: "session_expired", message: "Your session has ended." }));
  signIn(person);
  const problem = await call("GET /account/sessions").catch((error: CallProblem) => error);
  expect(problem).toMatchObject({ status: 401, code: "session_expired" });
  expect([useSession.getState().status, useSession.getState().justLoggedOut, expiries, [...stored]]).toEqual([
    "out",
    true,
    1,
    [],
  ]);
});

test("S7 a refresh without a response doesn't log out", async () => {
  world((one) => {
    if (one.url === "/v1/auth/refresh") throw new TypeError("offline");
    return expired(one);
  });
  signIn(person);
  await expect(call("GET /account/sessions")).rejects.toMatchObject({ status: 0 });
  expect([useSession.getState().status, expiries]).toEqual(["in", 0]);
});

test.each([400, 404, 408, 413, 429, 500, 503])("S7 a refresh answered with %i doesn't log out", async (status) => {
  world((one) => (one.url === "/v1/auth/refresh" ? json(status, {}) : expired(one)));
  signIn(person);
  await expect(call("GET /account/sessions")).rejects.toMatchObject({ status });
  expect([useSession.getState().status, expiries]).toEqual(["in", 0]);
});

test("S7 a refresh without an answer is given up after 20 seconds, as all tabs wait for it", async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  world(expired);
  const answering = fetch;
  const silent = ({ signal }: RequestInit) =>
    new Promise<Response>((_, refuse) => signal?.addEventListener("abort", () => refuse(signal.reason)));
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url === "/v1/auth/refresh" ? silent(init) : answering(url, init),
  );
  signIn(person);
  const asked = call("GET /account/sessions").catch((problem: CallProblem) => problem);
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(20_000));
  limit.abort();
  expect(await asked).toMatchObject({ status: 0 });
  expect([useSession.getState().status, expiries]).toEqual(["in", 0]);
});

test("S8 a 422 on any call logs out and goes home", async () => {
  world(() => json(422, { code: "token_broken", message: "Broken." }));
  signIn(person);
  await expect(call("GET /account/addresses")).rejects.toMatchObject({ status: 422 });
  expect([useSession.getState().status, expiries]).toEqual(["out", 1]);
});

test("D3 a failed sign-in neither refreshes nor logs out", async () => {
  world(() => json(401, { code: "bad_credentials", message: "Incorrect username or password." }));
  stored.set("access_token", "a1");
  const refused = await call("POST /auth/login", { body: { username: "x", password: "y" } }).catch(
    (e: CallProblem) => e,
  );
  expect(refused).toMatchObject({ status: 401, message: "Incorrect username or password." });
  expect([requests.length, expiries]).toEqual([1, 0]);
});

test("a sign-in is sent with a valid access token, as a guest's cart comes along with no other one", async () => {
  const tokenOf = (exp: number) => `head.${btoa(JSON.stringify({ sub: "7", exp }))}.sign`;
  const [old, renewed] = [tokenOf(1000), tokenOf(Date.now() / 1000 + 900)];
  world(({ url }) => json(200, url === "/v1/auth/refresh" ? { access_token: renewed, refresh_token: "r2" } : {}));
  stored = new Map(Object.entries({ access_token: old, refresh_token: "r1", account_status: "provisional" }));
  await call("POST /auth/login", { body: { username: "x", password: "y" } });
  await call("POST /auth/login", { body: { username: "x", password: "y" } });
  expect(requests.map(({ bearer }) => bearer)).toEqual(["Bearer r1", `Bearer ${renewed}`, `Bearer ${renewed}`]);
});

test("a problem has its code, field errors and details", async () => {
  world(() =>
    json(409, {
      code: "out_of_stock",
      message: "Fewer are left.",
      errors: [{ field: "quantity", code: "x", message: "y" }],
      cart: { id: 1 },
    }),
  );
  await expect(call("GET /account/addresses")).rejects.toMatchObject({
    status: 409,
    code: "out_of_stock",
    errors: [{ field: "quantity" }],
    details: { cart: { id: 1 } },
  });
});

test("A7 what undoes a write belongs to its reply, also of two writes at once", async () => {
  const answer = (undo: string) => async () => {
    const response = undo
      ? Response.json({ data: {} }, { headers: { undo } })
      : new Response(null, { status: 204, headers: { undo: "9" } });
    // The body arrives later than the headers.
    const json = response.json.bind(response);
    response.json = () => new Promise((done) => setTimeout(done, 5)).then(json);
    return response;
  };
  const write = (id: number, undo: string) =>
    call("PUT /tags/:id", { params: { id }, body: { name: "Soft" } }, { fetch: answer(undo) });
  const replies = await Promise.all([write(1, "7,8"), write(2, "3"), write(3, "")]);
  expect(replies.map(undoableIdsOf)).toEqual([["7", "8"], ["3"], ["9"]]);
  expect(undoableIdsOf(replies[0].data)).toEqual(["7", "8"]);
  world(() => Response.json({ data: [] }));
  expect(undoableIdsOf(await call("GET /tags"))).toEqual([]);
});

test("a reply that is a file or an image is a Blob", async () => {
  for (const type of ["application/pdf", "text/csv; charset=utf-8", "image/webp"]) {
    world(() => new Response("bytes", { headers: { "content-type": type } }));
    const reply = await call("GET /imports/:id/products/:row/image", { params: { id: "1", row: 2 } });
    expect([type, reply]).toEqual([type, expect.any(Blob)]);
  }
});
