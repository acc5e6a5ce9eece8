import { once } from "node:events";
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test, vi } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

test("Ops: stopping resets no request on keep-alive connections", async () => {
  const shop = await openTestShop();
  const { http } = shop.app;
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  const outcomes: (number | string)[] = [];
  /** Repeats a request on one connection until the shop announces its end. */
  const visitor = (agent = new Agent({ keepAlive: true, maxSockets: 1 })) => {
    const ended = Promise.withResolvers<void>();
    const ask = () =>
      request({ port, host: "127.0.0.1", path: "/v1/shop", agent })
        .on("response", (response: IncomingMessage) => {
          outcomes.push(response.statusCode ?? 0);
          const isLast = response.headers.connection === "close";
          response.resume().once("end", isLast ? ended.resolve : ask);
        })
        .on("error", (error: Error & { code?: string }) => {
          outcomes.push(error.code ?? error.message);
          ended.resolve();
        })
        .end();
    ask();
    return ended.promise;
  };
  const visitors = Array.from({ length: 10 }, () => visitor());
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(20), 20_000);
  await Promise.all([shop.close(), ...visitors]);
  expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
});

test("Ops: stopping answers every connection that was accepted before", async () => {
  const shop = await openTestShop();
  const { http } = shop.app;
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  let accepted = 0;
  http.server.on("connection", () => void accepted++);
  const outcomes: (number | string)[] = [];
  /** Makes requests on new connections until none is accepted. */
  const visitor = async () => {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<number | string>();
      request({ port, host: "127.0.0.1", path: "/v1/shop", agent: false })
        .on("response", (response) => response.resume().once("end", () => resolve(response.statusCode ?? 0)))
        .on("error", (error: Error & { code?: string }) => resolve(error.code ?? error.message))
        .end();
      const outcome = await promise;
      outcomes.push(outcome);
      if (outcome !== 200) return;
    }
  };
  const visitors = Array.from({ length: 30 }, visitor);
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(100), 20_000);
  await Promise.all([shop.close(), ...visitors]);
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(accepted);
});

test("Ops: a connection that sends nothing does not delay the stop", async () => {
  const shop = await openTestShop();
  const { http } = shop.app;
  await http.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((http.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(http.server, "connection");
  const start = Date.now();
  await shop.close();
  expect(Date.now() - start).toBeLessThan(10_000);
});

test("C11 an upload that is broken off is no failure of the database", async () => {
  const shop = await openTestShop();
  const { http } = shop.app;
  let begun = Promise.withResolvers<void>();
  http.addHook("preHandler", async () => void setImmediate(begun.resolve));
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  const { token } = await shop.person("admin");
  for (const path of ["/v1/images", "/v1/categories/upload"]) {
    begun = Promise.withResolvers();
    const ended = Promise.withResolvers<number>();
    http.server.once("request", (_request: IncomingMessage, response: ServerResponse) =>
      response.once("close", () => ended.resolve(response.statusCode)),
    );
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100000\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n` +
        `Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc`,
    );
    await begun.promise;
    socket.resetAndDestroy();
    expect([path, (await ended.promise) < 500]).toEqual([path, true]);
  }
});
