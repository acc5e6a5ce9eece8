import { expect, test, vi } from "vitest";
import { readConfig } from "#server/platform/config.ts";
import { createHttpServer } from "#server/platform/http/http-server.ts";
import { clientAddress, parseTrustedProxies, trustedBy } from "./client-address.ts";
import { addressOf } from "./rate-limit.ts";

const client = "198.51.100.7";
/** Who a request from `peer` with this header counts as, for HTTP and for sockets. */
async function clientOf(TRUSTED_PROXIES: string, peer: string, forwarded: string) {
  const http = await createHttpServer(readConfig({ TRUSTED_PROXIES, LOG_LEVEL: "silent" }, "/nowhere"));
  http.get("/who", async (request) => addressOf(request));
  const headers = { "x-forwarded-for": forwarded };
  const { body } = await http.inject({ url: "/who", headers, remoteAddress: peer });
  await http.close();
  const isTrusted = trustedBy(TRUSTED_PROXIES ? parseTrustedProxies(TRUSTED_PROXIES) : { networks: [] });
  const ip = clientAddress({ headers, socket: { remoteAddress: peer } as never }, isTrusted);
  expect(addressOf({ ip })).toBe(body);
  return body;
}

test("C1 X-Forwarded-For counts from this machine and from TRUSTED_PROXIES only", async () => {
  expect(await clientOf("", "127.0.0.1", client)).toBe(client);
  expect(await clientOf("", "10.0.0.5", client)).toBe("10.0.0.5");
  expect(await clientOf("10.0.0.0/24", "10.0.0.5", client)).toBe(client);
  expect(await clientOf("10.0.0.0/24", "10.0.1.5", client)).toBe("10.0.1.5");
  expect(await clientOf("10.0.0.5, 2001:db8::/32", "2001:db8::1", `1.2.3.4, ${client}:4711, 10.0.0.5:80`)).toBe(client);
  expect(await clientOf("1", "10.0.0.5", `1.2.3.4, ${client}`)).toBe(client);
  expect(await clientOf("2", "10.0.0.5", `${client}, 10.9.9.9`)).toBe(client);
});

test.each(["10.0.0.0/33", "everybody", "0", "10.0.0.1,,", "300.1.1.1"])("TRUSTED_PROXIES %s ends the start", (text) => {
  expect(() => readConfig({ TRUSTED_PROXIES: text }, "/nowhere")).toThrow(/TRUSTED_PROXIES should be/);
});

test("requests of many browsers from one address are warned of once", async () => {
  const http = await createHttpServer(readConfig({ LOG_LEVEL: "silent" }, "/nowhere"));
  http.get("/who", async () => "");
  const warn = vi.spyOn(http.log, "warn");
  const ask = (remoteAddress: string, browser: number) =>
    http.inject({ url: "/who", remoteAddress, headers: { "user-agent": `browser ${browser}` } });
  for (let at = 0; at < 1000; at++) await ask(`192.0.2.${at % 50}`, at % 30);
  for (let at = 0; at < 1000; at++) await ask("192.0.2.1", 1);
  expect(warn).not.toHaveBeenCalled();
  for (let at = 0; at < 3000; at++) await ask("192.0.2.1", at % 30);
  expect(warn).toHaveBeenCalledTimes(1);
  await http.close();
});
