import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#server/testing/properties.ts";
import { form, openImportShop } from "./testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");

const piece = fc.oneof(
  fc.constantFrom(
    "Handle,Title,Variant Price",
    "\n",
    ",",
    ";",
    '"',
    '""',
    "a,A,1",
    "path,name",
    "A > B",
    "{",
    "[",
    "<",
  ),
  fc.constantFrom(
    '[{"id":"1","name":"a\\u0000b","path":[],"subCategories":[]}]',
    "\ud800",
    "\0",
    "\ufeff",
    "sep=;",
    "1e999",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const file = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(""))),
  fc.array(piece, { maxLength: 10 }).map((pieces) => Buffer.from(`Handle,Title,Variant Price\n${pieces.join("")}`)),
  fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

test.each(["POST /product/admin/upload", "POST /categories/upload"])(
  "C5 whatever is sent to %s, the answer says what is wrong with the file",
  async (route) => {
    await fc.assert(
      fc.asyncProperty(file, async (content) => {
        const { status, body } = await shop.ask(route, { ...form({ name: "any", content }), token });
        const message = (status === 202 ? body.data.message : body.message) ?? "";
        expect([202, 400, 415]).toContain(status);
        expect(message).not.toContain("Something went wrong");
      }),
      { numRuns: runs(60, 1_000) },
    );
  },
);
