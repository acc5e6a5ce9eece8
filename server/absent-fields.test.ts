import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { fieldsOf } from "#server/platform/changes/keep-absent.ts";
import { openTestShop } from "#server/testing/shop.ts";

type Stored = Record<string, unknown> & { id?: number | string; version?: number };
/** How the object of a PUT is made, with other values than the defaults, and how it is read. */
interface Kept {
  make: () => Promise<Stored>;
  read: (id: string) => Promise<Stored>;
  /** Fields of the body that are not stored, or stand for others. */
  not?: string[];
}
type PutRoute = Extract<ApiRoute, `PUT ${string}`>;

const shop = await openTestShop();
const admin = await shop.person("admin");
const customer = await shop.person();
const ask = (route: string, body?: object, token = admin.token) =>
  shop.ask(route, { token, ...(body ? { body } : {}) });
const dataOf = async (route: string, body?: object, token?: string): Promise<Stored> =>
  (await ask(route, body, token)).body.data;
const inList = async (route: string, id: string, token?: string) =>
  ((await dataOf(route, undefined, token)) as unknown as Stored[]).find((one) => String(one.id) === id) as Stored;

const safety = { manufacturer: { name: "Nord AS", address: "Gate 1", contact: "a@b.example", country: "NO" } };
const wholeSafety = { ...safety, responsible_person: null, warnings: "Hot" };
const group = (name: string): Kept => ({
  make: async () => ({ id: name, ...((await dataOf("GET /settings"))[name] as object) }),
  read: async () => (await dataOf("GET /settings"))[name] as Stored,
});
const address = {
  fullname: "Ada Byron",
  company: "Engines Ltd",
  vat_id: "DE136695976",
  line1: "Street 1",
  line2: "Back",
  city: "Berlin",
  postal_code: "10115",
  country: "DE",
  phone: "+49 30 123456",
  is_default_shipping: true,
};

/** Every PUT: how it is tried, or why it has nothing that could be left out. */
const puts: Record<PutRoute, Kept | string> = {
  "PUT /settings/general": group("general"),
  "PUT /settings/localization": group("localization"),
  "PUT /settings/checkout": group("checkout"),
  "PUT /settings/payments": group("payments"),
  "PUT /settings/emails": group("emails"),
  "PUT /settings/policies": group("policies"),
  "PUT /settings/content": group("content"),
  "PUT /settings/staff": group("staff"),
  "PUT /settings/email_templates": "Language and texts belong together.",
  "PUT /account/profile": {
    make: async () => ({ id: "", fullname: "Ada Byron", username: `ada${customer.id}` }),
    read: () => dataOf("GET /account/profile", undefined, customer.token),
    not: ["email", "username"],
  },
  "PUT /account/addresses/:id": {
    make: () => dataOf("POST /account/addresses", address, customer.token),
    read: (id) => inList("GET /account/addresses", id, customer.token),
  },
  "PUT /customers/:id/notes/:note_id": "It has one field.",
  "PUT /staff/:id": "Administrators have no permissions: without them the role alone is meant.",
  "PUT /tax/classes/:id": {
    make: () => dataOf("POST /tax/classes", { name: "Books" }),
    read: (id) => inList("GET /tax/classes", id),
  },
  "PUT /tax/rates/:id": {
    make: async () => {
      const tax = await dataOf("POST /tax/classes", { name: "Food" });
      const place = {
        country: "US",
        region: "NY",
        postal_prefix: "100",
        valid_from: "2030-01-01",
        valid_to: "2031-01-01",
      };
      const kinds = { includes_shipping: false, compound: true };
      return dataOf("POST /tax/rates", { tax_class_id: tax.id, name: "City", rate_ppm: 45_000, ...place, ...kinds });
    },
    read: (id) => inList("GET /tax/rates", id),
  },
  "PUT /shipping/zones/:id": {
    make: () => dataOf("POST /shipping/zones", { name: "Alps", countries: ["LI"], postal_patterns: ["94"] }),
    read: (id) => inList("GET /shipping/zones", id),
  },
  "PUT /shipping/methods/:id": {
    make: async () => {
      const [zone] = (await dataOf("GET /shipping/zones")) as unknown as Stored[];
      const rates = [
        { price_amount: 500, min_subtotal_amount: 1, max_subtotal_amount: 9, min_weight_g: 1, max_weight_g: 9 },
      ];
      const form = { zone_id: zone?.id, name: "Bike", carrier: "DHL", min_days: 1, max_days: 2, is_active: false };
      return dataOf("POST /shipping/methods", { ...form, position: 7, rates });
    },
    read: (id) => inList("GET /shipping/methods", id),
  },
  "PUT /categories/:id": {
    make: () => dataOf("POST /categories", { name: "Lamps", description: "Bright", is_active: false }),
    read: (id) => dataOf(`GET /categories/${id}`),
  },
  "PUT /product/:id": {
    make: async () => {
      const [type] = (await dataOf("GET /product-types")) as unknown as Stored[];
      const texts = { subtitle: "Warm", brand: "Nord", description_html: "<p>Lamp</p>", safety: wholeSafety };
      const form = { name: "Kept lamp", product_type_id: type?.id, variations: [{ price_amount: 100 }], ...texts };
      return dataOf("POST /product", form);
    },
    read: (id) => dataOf(`GET /product/${id}`),
    not: ["images_was", "replace_variations"],
  },
  "PUT /dashboard/lists/:list": "Views and columns are sent together.",
  "PUT /product/admin/variations": "It changes the fields that are sent.",
  "PUT /product/admin/brands/:id": {
    make: () => dataOf("POST /product/admin/brands", { name: "Nordlicht", safety: wholeSafety }),
    read: (id) => inList("GET /product/admin/brands", id),
  },
  "PUT /product/admin/search-synonyms/:id": {
    make: () => dataOf("POST /product/admin/search-synonyms", { words: ["couch", "sofa"], includes: ["daybed"] }),
    read: (id) => inList("GET /product/admin/search-synonyms", id),
  },
  "PUT /tags/:id": "It has one field.",
  "PUT /product/option-group/order": "It has one field.",
  "PUT /product/option-group/:id": {
    make: () =>
      dataOf("POST /product/option-group", { name: "Finish", display: "select", values: [{ label: "Matt" }] }),
    read: (id) => inList("GET /product/option-group", id),
    not: ["values_was"],
  },
  "PUT /product-types/:id": {
    make: () =>
      dataOf("POST /product-types", {
        name: "Heaters",
        is_shippable: false,
        return_days: 20,
        withdrawal_exclusion: "perishable",
        requires_unit_price: true,
        safety: wholeSafety,
        size_guide_html: "<p>Big</p>",
        attribute_schema: [{ key: "power", label: "Power" }],
      }),
    read: (id) => inList("GET /product-types", id),
  },
  "PUT /redirects/:id": {
    make: () => dataOf("POST /redirects", { from: "/old-lamp", to: "/delivery" }),
    read: (id) => inList("GET /redirects", id),
  },
  "PUT /coupons/:id": {
    make: () =>
      dataOf("POST /coupons", {
        code: "KEEP10",
        kind: "percent",
        value: 1000,
        min_subtotal_amount: 500,
        max_uses: 7,
        max_per_user: 2,
        starts_at: "2030-01-01T00:00:00.000Z",
        ends_at: "2031-01-01T00:00:00.000Z",
        is_active: false,
      }),
    read: (id) => dataOf(`GET /coupons/${id}`),
  },
  "PUT /cart/hold": "It has no body.",
  "PUT /cart/destination": "A destination is set whole.",
  "PUT /cart/coupon": "It has one field.",
  "PUT /cart/gift-card": "It has one field.",
  "PUT /orders/:id/refund-account": "It has one field.",
  "PUT /notifications/email-preferences": {
    make: async () => {
      const off = { order_updates: false, review_invitations: false, back_in_stock: false, price_drops: false };
      return { id: "", ...(await dataOf("PUT /notifications/email-preferences", off, customer.token)) };
    },
    read: () => dataOf("GET /notifications/email-preferences", undefined, customer.token),
  },
};

const tried = Object.entries(puts).filter((entry): entry is [PutRoute, Kept] => typeof entry[1] !== "string");
const isCustomers = (route: string) => (api as Record<string, Endpoint>)[route]?.caller === "user";

test.each(tried)("%s keeps what a body leaves out", async (route, { make, read, not = [] }) => {
  const made = await make();
  const id = String(made.id);
  const fields = Object.keys(fieldsOf((api[route] as Endpoint).body as never) ?? {});
  const sent = fields.filter((name) => name in made && !["version", "password", "code", ...not].includes(name));
  expect(sent.length).toBeGreaterThan(0);
  for (const left of sent) {
    const before = await read(id);
    const version = before.version === undefined ? {} : { version: before.version };
    const body = Object.fromEntries(sent.flatMap((name) => (name === left ? [] : [[name, before[name]]])));
    const path = route.replace(":id", id);
    const saved = await ask(path, { ...body, ...version }, isCustomers(route) ? customer.token : admin.token);
    // What has to be sent is refused, and changes nothing.
    const after = await read(id);
    expect.soft([left, saved.status, after[left]]).toEqual([left, saved.status === 400 ? 400 : 200, before[left]]);
  }
});

test("a PUT that changes a field keeps none of those that belong to it: it has to say them too", async () => {
  const changing = async (path: string, form: object) => {
    const { id, version } = await dataOf(`POST ${path}`, form);
    return async (body: object) => {
      const { errors, data } = (await ask(`PUT ${path}/${id}`, { ...body, version })).body;
      return errors?.map(({ field }: { field: string }) => field) ?? data;
    };
  };
  const [starts_at, ends_at] = ["2030-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z"];
  const coupon = await changing("/coupons", { code: "KEPT", kind: "percent", value: 1000, starts_at, ends_at });
  // 10% would be 10.00.
  expect(await coupon({ code: "KEPT", kind: "fixed" })).toEqual(["value"]);
  // What is as before needn't be sent.
  const same = { code: "KEPT", kind: "percent", starts_at: "2030-01-01T00:00:00Z" };
  expect(await coupon(same)).toMatchObject({ value: 1000, starts_at, ends_at });
  const tax = await dataOf("POST /tax/classes", { name: "Levies" });
  const rate = { tax_class_id: tax.id, country: "US", region: "NY", name: "City", rate_ppm: 45_000 };
  const city = await changing("/tax/rates", { ...rate, compound: true });
  // New York is no province of Canada, and a compound rate not an additional one.
  expect(await city({ ...rate, country: "CA", region: undefined, compound: true })).toEqual(["region"]);
  expect(await city({ ...rate, additional: true })).toEqual(["compound"]);
  expect(await city({ ...rate, additional: true, compound: false })).toMatchObject({ additional: true });
  const zone = await changing("/shipping/zones", { name: "Valley", countries: ["AD"], postal_patterns: ["94"] });
  expect(await zone({ name: "Valley", countries: ["SM"] })).toEqual(["postal_patterns"]);
  expect(await zone({ name: "Vale", countries: ["AD"] })).toMatchObject({ postal_patterns: ["94"] });
});
