import type { IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";
import { headerText } from "./header-text.ts";

const hostile = { toString: 1, valueOf: 1 };

test("a header is text, however it was sent", () => {
  const headers = { one: "a", many: ["a", "b"], strange: hostile, mixed: ["a", hostile] } as unknown;
  expect(
    ["one", "many", "strange", "mixed", "none"].map((name) => headerText(headers as IncomingHttpHeaders, name)),
  ).toEqual(["a", "a, b", undefined, "a", undefined]);
});

test("a header that is no text changes no client's address and throws nothing", () => {
  const socket = { remoteAddress: "192.0.2.1" } as never;
  const addressWith = (forwarded: unknown) =>
    clientAddress({ socket, headers: { "x-forwarded-for": forwarded } as never }, (_address, hop) => hop < 1);
  expect(addressWith(hostile)).toBe("192.0.2.1");
  expect(addressWith(["198.51.100.7", "203.0.113.9"])).toBe("203.0.113.9");
});
