import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { QueryClient } from "@tanstack/react-query";
import { Server } from "socket.io";
import { afterEach, expect, test, vi } from "vitest";
import { cartKey } from "#web/api/cart-cache.ts";
import { useLive } from "#web/api/live-store.ts";
import { clearSession, useSession } from "#web/api/session/session.ts";
import { connectSocket, createReconnect } from "./socket.ts";

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

test("L1 a socket that was lost fetches the cart again when it is back, as changes meanwhile were missed", async () => {
  const http = createServer().listen(0, "127.0.0.1");
  await once(http, "listening");
  const server = new Server(http, { transports: ["websocket"] });
  const { port } = http.address() as AddressInfo;
  vi.stubGlobal("location", { protocol: "http:", host: `127.0.0.1:${port}`, hostname: "127.0.0.1", port });
  const client = new QueryClient();
  client.setQueryData(cartKey, { id: 1 } as never);
  const isStale = () => client.getQueryState(cartKey)?.isInvalidated;
  let connections = 0;
  server.on("connection", () => connections++);
  const disconnect = connectSocket(client);
  try {
    await expect.poll(() => connections).toBe(1);
    await expect.poll(() => useLive.getState().emit).not.toBeNull();
    // The page has just fetched it.
    expect(isStale()).toBe(false);
    for (const socket of await server.fetchSockets()) server.sockets.sockets.get(socket.id)?.conn.close();
    await expect.poll(() => connections).toBe(2);
    await expect.poll(isStale).toBe(true);
  } finally {
    disconnect();
    await server.close();
  }
});
