import { expect, test } from "vitest";
import { z } from "zod";
import { api } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";

type Schema = z.core.JSONSchema.JSONSchema;
type Found = { path: string; schema: Schema };

/** Every number in a JSON schema, with the path it is sent under. */
function numbersOf(schema: Schema | boolean | undefined, path: string): Found[] {
  if (typeof schema !== "object") return [];
  const own = schema.type === "integer" || schema.type === "number" ? [{ path, schema }] : [];
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => numbersOf(one, `${path}.${name}`));
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const items = [schema.items, schema.additionalProperties].flat() as (Schema | boolean | undefined)[];
  return [
    ...own,
    ...named,
    ...parts.flatMap((one) => numbersOf(one, path)),
    ...items.flatMap((one) => numbersOf(one, `${path}[]`)),
  ];
}

const numbers = Object.entries(api as Record<string, Endpoint>).flatMap(([route, endpoint]) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
    schema ? numbersOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), route) : [],
  ),
);

const largestInt = 2_147_483_647;
const largestAmount = 1_000_000_000_000;
/** Ids, positive, and amounts are in bigint columns, all other whole numbers in int ones. */
const isId = ({ minimum, maximum }: Schema) => minimum === 1 && maximum === Number.MAX_SAFE_INTEGER;
const isAmount = (path: string) => /(amount|(price|total)_(min|max)|value|refund|refund_delivery)$/.test(path);

/** Lists of the dashboard without an export of their own, and where their rows are exported, or why they aren't. */
const notExported = {
  "GET /images/downloads": "of a product",
  "GET /audit/people": "options of a filter",
  "GET /customers/tags": "options of a filter",
  "GET /shipping/zones": "GET /shipping/export",
  "GET /shipping/methods": "GET /shipping/export",
  "GET /stock/reservations": "of a variation",
  "GET /stock/movements": "of a variation",
  "GET /categories/admin": "GET /categories/export",
  "GET /product/admin/variations": "GET /product/admin/export",
  "GET /product/admin/zero-result-searches": "GET /dashboard/demand/export",
  "GET /product/admin/search-synonyms/default": "of the language, not of the shop",
  "GET /orders/by-customer": "of a customer",
  "GET /reviews/admin": "GET /reviews/export",
  "GET /dashboard/setup": "steps, not records",
  "GET /settings/legal": "duties, not records",
};

test("A7 every list of the dashboard can be exported", () => {
  const lists = Object.entries(api as Record<string, Endpoint>).filter(
    ([route, { caller, reply }]) =>
      caller === "admin" &&
      route.startsWith("GET ") &&
      !route.includes("/:") &&
      reply instanceof z.ZodObject &&
      reply.shape.data instanceof z.ZodArray,
  );
  const missing = lists.map(([route]) => route).filter((route) => !(`${route}/export` in api));
  expect(missing.toSorted()).toEqual(Object.keys(notExported).toSorted());
  // Lists that shoppers see too, of all or of themselves.
  for (const route of ["/orders", "/returns", "/notifications", "/tags", "/product-types", "/product/option-group"])
    expect(api).toHaveProperty([`GET ${route}/export`]);
});

test("C11 every number a client sends is limited to what its column can hold", () => {
  const wrong = numbers.filter(({ path, schema }) => {
    if (schema.enum || isId(schema)) return false;
    const most = isAmount(path) ? largestAmount : largestInt;
    const least = schema.minimum ?? Number(schema.exclusiveMinimum ?? -Infinity);
    return least < -most || (schema.maximum ?? Infinity) > most;
  });
  expect(numbers.length).toBeGreaterThan(50);
  expect(wrong.map(({ path, schema }) => `${path} ${schema.minimum} ${schema.maximum}`)).toEqual([]);
});
