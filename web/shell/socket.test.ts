import { afterEach, expect, test, vi } from "vitest";
import { clearSession, useSession } from "#web/api/session/session.ts";
import { createReconnect } from "./socket.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearSession();
  useSession.setState({ status: "unknown", justLoggedOut: false });
});

/** A socket that reconnects with a new token, once the server answers. */
async function reconnecting() {
  vi.useFakeTimers();
  const stored = new Map([["access_token", "a1"]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  stored.set("refresh_token", "r1");
  const reply = Promise.withResolvers<Response>();
  const fetched = vi.fn(() => reply.promise);
  vi.stubGlobal("fetch", fetched);
  const connect = vi.fn();
  const reconnect = createReconnect({ connect }, () => "a1");
  reconnect.schedule(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetched).toHaveBeenCalledTimes(1);
  const answer = async () => {
    reply.resolve(Response.json({ access_token: "a2", refresh_token: "r2" }));
    await vi.advanceTimersByTimeAsync(10);
  };
  return { reconnect, connect, answer };
}

test("L1 a socket reconnects with a new access token", async () => {
  const { connect, answer } = await reconnecting();
  await answer();
  expect(connect).toHaveBeenCalledTimes(1);
});

test("S4 a socket that was stopped while its token was refreshed stays closed", async () => {
  const { reconnect, connect, answer } = await reconnecting();
  reconnect.stop();
  await answer();
  expect(connect).not.toHaveBeenCalled();
});
