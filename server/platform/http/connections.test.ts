import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { http } = shop.app;
await http.listen({ port: 0, host: "127.0.0.1" });
const { port } = http.server.address() as AddressInfo;

/** What the server sends for some bytes until it closes the connection. */
async function answerTo(bytes: string) {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    answer += piece;
  });
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: body && JSON.parse(body) };
}

test.each([
  ["two Host headers", "GET /v1/shop HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400],
  ["a whole address as its target", "GET http://a/v1/shop HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
  ["no HTTP", "hello\r\n\r\n", 400],
  ["headers without end", `GET /v1/shop HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(40_000)}\r\n\r\n`, 431],
  [
    "a parameter without end",
    `GET /v1/product/${"x".repeat(2000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    414,
  ],
])("C11 a request with %s is refused in the shape of every problem", async (_what, bytes, status) => {
  const answer = await answerTo(bytes);
  expect(answer).toMatchObject({
    status,
    body: { code: status === 414 ? "url_too_long" : "bad_input", message: expect.any(String) },
  });
});

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`;

test.each(["/", "/v1/shop", "/socket.io", "/anything"])(
  "C11 an upgrade of %s is answered as a plain request",
  async (path) => {
    expect((await answerTo(upgrade(path))).status).toBe(path === "/v1/shop" ? 200 : 404);
  },
);

test.each(["/v1/shop", "/socket.io/?EIO=4&transport=websocket"])(
  "C11 connections that are reset or ended after an upgrade of %s are closed and end nothing else",
  async (path) => {
    const logged = vi.spyOn(http.log, "info");
    onTestFinished(() => logged.mockRestore());
    for (const leave of ["resetAndDestroy", "end"] as const) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      const accepted = once(http.server, "connection") as Promise<[Socket]>;
      socket.write(upgrade(path));
      const [connection] = await accepted;
      socket[leave]();
      await expect.poll(() => connection.destroyed).toBe(true);
    }
    // Of those that were reset.
    expect(logged.mock.calls).toContainEqual([
      { err: expect.objectContaining({ code: "ECONNRESET" }), address: "127.0.0.1" },
      "a connection failed",
    ]);
    expect((await http.inject("/v1/shop")).statusCode).toBe(200);
  },
);

test("C11 requests must arrive within a time, and silent connections end", () => {
  expect(http.server.requestTimeout).toBe(300_000);
  expect(http.server.headersTimeout).toBeGreaterThan(0);
  expect(http.server.timeout).toBe(120_000);
});

test("C12 the OpenAPI document is serialized once", async () => {
  const [one, other] = await Promise.all([http.inject("/v1/openapi.json"), http.inject("/v1/docs/json")]);
  const swagger = vi.spyOn(http, "swagger");
  const again = await http.inject("/v1/openapi.json");
  expect([again.body, other.body]).toEqual([one.body, one.body]);
  expect(swagger).not.toHaveBeenCalled();
  expect((await http.inject("/v1/docs/yaml")).statusCode).toBe(404);
});

test("C11 a connection that reads no answers gets no more work done, and loses none", async () => {
  const count = 100;
  const responses: ServerResponse[] = [];
  const collect = (_request: IncomingMessage, response: ServerResponse) => void responses.push(response);
  http.server.on("request", collect);
  const socket = connect(port, "127.0.0.1").pause();
  const request = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n";
  socket.write(`${`${request}\r\n`.repeat(count - 1)}${request}Connection: close\r\n\r\n`);
  await expect.poll(() => responses.filter(({ writableEnded }) => writableEnded).length).toBeGreaterThan(3);
  // All requests were parsed at once; those after the fourth unread answer wait.
  await http.inject("/v1/openapi.json");
  expect(responses.filter(({ writableEnded }) => writableEnded).length).toBeLessThan(count / 2);
  http.server.off("request", collect);
  let answered = 0;
  let rest = "";
  socket.setEncoding("latin1").on("data", (piece: string) => {
    const seen = rest + piece;
    answered += seen.split("HTTP/1.1 200 OK").length - 1;
    rest = seen.slice(-14);
  });
  socket.resume();
  await once(socket, "close");
  expect(answered).toBe(count);
});

test("C11 answers of the API have security headers, and personal ones are not cached", async () => {
  const { token } = await shop.person();
  const mine = await shop.ask("GET /account/profile", { token });
  expect(mine.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "cache-control": "no-store",
  });
  expect((await shop.ask("GET /cart")).headers["cache-control"]).toBe("no-store");
  // The key of a cart is whoever's has it.
  expect((await shop.ask("GET /cart/guest/init")).headers["cache-control"]).toBe("no-store");
  expect((await shop.ask("POST /auth/login", { body: {} })).headers["cache-control"]).toBe("no-store");
  const nobody = await shop.ask("GET /account/profile");
  expect([nobody.status, nobody.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  const { headers } = await http.inject("/v1/docs/");
  expect(headers["content-security-policy"]).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(headers["x-frame-options"]).toBe("DENY");
});

test("robots.txt names no sitemap where the shop does not know its address", async () => {
  const { body } = await http.inject({ url: "/robots.txt", headers: { host: "a b<c>" } });
  expect(body).not.toContain("undefined");
});
