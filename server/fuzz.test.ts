import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type ApiResponse, openTestShop } from "#server/testing/shop.ts";
import { openAdmin } from "./testing/admin.ts";
import { runs } from "./testing/properties.ts";
import { selling } from "./testing/selling.ts";

type Schema = z.core.JSONSchema.JSONSchema;

const shop = await openTestShop({ logLevel: "silent" });
const calls = Object.entries(api) as [ApiRoute, Endpoint][];
// Accounts 1 and 2 are changed by calls; the callers have others.
await shop.person();
await shop.person();
const admin = await shop.person("admin");
let requests = 0;
const { product, placed, fill } = selling(shop);
const { coupon, card } = await openAdmin(shop);
await coupon();
await card(500);
await shop.ask("POST /categories", { token: admin.token, body: { name: "Cups" } });
await shop.ask("POST /tags", { token: admin.token, body: { name: "New" } });
await product();
const { buyer: customer, order, variation } = await placed();
await fill(customer, variation.id);

/** Values that no schema accepts. */
const odd = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  "",
  " ",
  "0x10",
  "1e2",
  "NaN",
  "\u0000",
  "\ud800",
  "‮x",
  "'; --",
  "%",
  "../..",
  "x".repeat(3000),
  [],
  {},
  [[[[]]]],
  { __proto__: null, constructor: 1 },
);

/** Values the schema allows, its bounds among them. */
function allowed(schema: Schema | boolean | undefined): fc.Arbitrary<unknown> {
  if (typeof schema !== "object") return fc.string({ maxLength: 5 });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return fc.oneof(...parts.map(value));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(value)).map((all) => Object.assign({}, ...all));
  if (schema.type === "object") return objectOf(schema);
  if (schema.type === "array") return fc.array(value(schema.items as Schema), { maxLength: 3 });
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "integer" || schema.type === "number") return numberOf(schema);
  return textOf(schema);
}

const value = (schema: Schema | boolean | undefined): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 25, arbitrary: fc.constant(0).chain(() => allowed(schema)) }, { weight: 1, arbitrary: odd });

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, value(one)]));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

function numberOf({ minimum, maximum, exclusiveMinimum }: Schema): fc.Arbitrary<unknown> {
  const [least, most] = [minimum ?? exclusiveMinimum ?? -(2 ** 53), maximum ?? 2 ** 53];
  return fc.constantFrom(1, 1, 1, 1, 2, least, most, most + 1);
}

function textOf({ format, maxLength, pattern }: Schema): fc.Arbitrary<unknown> {
  if (format === "uuid") return fc.oneof(fc.constant(order.id), fc.uuid());
  if (format === "email") return fc.emailAddress();
  if (format === "date-time") return fc.constantFrom("2026-01-31T12:00:00.000Z", "0001-01-01T00:00:00.000Z");
  if (format === "date") return fc.constantFrom("2026-02-28", "9999-12-31", "0001-01-01");
  if (format === "uri") return fc.constantFrom("https://shop.example/", "http://[::1]:99999/");
  if (pattern) return fc.constantFrom("DE", "123456", "abc", "#aabbcc", "2026-02-28");
  return fc.string({ unit: "grapheme", maxLength: Math.min(maxLength ?? 40, 40) });
}

const jsonSchema = (schema: z.ZodType | undefined) =>
  schema ? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) : undefined;

/** The path with its parameters and query filled in. */
function addressOf(route: string, params: Record<string, unknown>, query: Record<string, unknown>) {
  const text = (one: unknown) => (typeof one === "object" ? JSON.stringify(one) : String(one));
  const safe = (one: unknown) => encodeURIComponent(text(one).toWellFormed());
  const path = route.replace(/:(\w+)/g, (_, name: string) => safe(params[name] ?? "1") || "1");
  const pairs = Object.entries(query).flatMap(([name, one]) =>
    [one].flat().map((item) => `${encodeURIComponent(name)}=${safe(item)}`),
  );
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

test.each(calls)("C11 %s never answers 5xx, whatever is sent", async (route, endpoint) => {
  const inputs = fc.record({
    params: value(jsonSchema(endpoint.params) ?? { type: "object" }),
    query: value(jsonSchema(endpoint.query) ?? { type: "object" }),
    body: value(jsonSchema(endpoint.body) ?? { type: "object" }),
    key: fc.uuid(),
  });
  const as = (one: unknown) => (typeof one === "object" && one !== null ? (one as Record<string, unknown>) : {});
  const token = { admin: admin.token, anyone: undefined }[endpoint.caller as string] ?? customer.token;
  const failed: [string, unknown, ApiResponse][] = [];
  const each = async ({
    params,
    query,
    body,
    key,
  }: {
    params: unknown;
    query: unknown;
    body: unknown;
    key: string;
  }) => {
    const address = addressOf(route, as(params), as(query));
    const answer = await shop.ask(address, {
      token: endpoint.caller === "anyone" ? undefined : token,
      headers: { "idempotency-key": key, "x-forwarded-for": `10.0.${++requests >> 8}.${requests & 255}` },
      ...(endpoint.body && typeof body === "object" && body ? { body } : {}),
    });
    if (answer.status >= 500) failed.push([address, body, answer]);
  };
  await fc.assert(fc.asyncProperty(inputs, each), { numRuns: runs(8, 400) });
  expect(failed.map(([address, body, { status }]) => ({ address, body, status }))).toEqual([]);
});
