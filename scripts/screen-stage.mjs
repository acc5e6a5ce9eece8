import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem, root } from "./process.mjs";

/** Where the shop is that pictures are taken of. */
export const shop = process.env.SHOP_URL ?? "http://127.0.0.1:3000";

const address = { fullname: "Robin Reader", line1: "Lindenweg 8", city: "Berlin", postal_code: "10115", country: "DE" };

/**
 * What the screens need to be there. `known` are products, `person(who)` somebody with a cart or an order, who comes into
 * being when first asked for, and `said` finds what the shop calls something in its language.
 */
export async function openStage() {
  const language = (await reach("/")).match(/<html[^>]* lang="(\w+)/)?.[1] ?? "en";
  const { data: popular } = await ask("GET", "/product?in_stock=true&sort=popular&per_page=24");
  const { data: reduced } = await ask("GET", "/product?on_sale=true&per_page=1");
  const { data: all } = await ask("GET", "/product?per_page=100");
  const { data: categories } = await ask("GET", "/categories");
  const cheap = await Promise.all(popular.slice(0, 6).map(({ slug }) => buyable(slug)));
  const known = {
    slug: popular[0].slug,
    reduced: reduced[0]?.slug,
    reducedId: reduced[0]?.id,
    soldOut: all.find(({ in_stock }) => !in_stock)?.slug,
    wordy: all.toSorted((one, other) => other.name.length - one.name.length)[0].slug,
    category: categories[0].path,
    categoryId: categories[0].id,
    wishes: popular.slice(0, 4).map(({ id }) => id),
    items: cheap.slice(0, 3).map((id, at) => `${id}:${at + 1}`),
  };
  const people = new Map();
  const person = (who) => {
    if (!people.has(who)) people.set(who, cast[who](known));
    return people.get(who);
  };
  return { known, person, said: translator(language) };
}

/** Everybody who looks at a screen: their tokens, and the order it is about. */
const cast = {
  guest: async () => ({ tokens: {} }),
  newcomer: () => register(),
  admin: async () => {
    const tokens = await signIn("admin", "admin-kiosk");
    const { data } = await ask("GET", "/orders?status=confirmed&per_page=1", { tokens });
    return { tokens, order: data[0]?.id, customer: data[0]?.customer.id };
  },
  customer: async () => {
    const tokens = await signIn("demo", "demo-kiosk");
    return { tokens, order: await orderOf(tokens, "/orders?status=completed&per_page=1") };
  },
  shopper: async (known) => {
    const { tokens } = await register();
    await fillCart(tokens, known);
    for (const id of known.wishes) await ask("POST", "/wishlist", { tokens, body: { product_id: id } });
    await ask("PUT", "/cart/coupon", { tokens, body: { code: "WELCOME10" } });
    await ask("PUT", "/cart/gift-card", { tokens, body: { code: "KIOSK-GIFT-DEMO" } });
    return { tokens };
  },
  waiting: (known) => payer(known),
  declined: (known) => payer(known, { provider: "demo", outcome: "decline" }),
  asked: (known) => payer(known, { provider: "demo", outcome: "confirm" }),
  transfer: (known) => payer(known, { provider: "bank" }),
  paid: (known) => payer(known, { provider: "demo", outcome: "approve" }),
  /** Less came than was to be transferred. */
  held: async (known) => {
    const payer = await cast.transfer(known);
    await asAdmin(`/payments/${payer.order}/received`, { amount: 1000 });
    return payer;
  },
  /** An administrator, of such an order. */
  holder: async (known) => ({ ...(await cast.admin()), order: (await cast.held(known)).order }),
  /** And of one that is on its way. */
  shipper: async (known) => {
    const { order } = await cast.paid(known);
    await asAdmin(`/orders/${order}/start`, {});
    await asAdmin(`/orders/${order}/fulfilments`, { carrier: "DHL", tracking_number: "JD014600003" });
    return { ...(await cast.admin()), order };
  },
};

const asAdmin = async (path, body) => ask("POST", path, { tokens: await signIn("admin", "admin-kiosk"), body });

async function payer(known, way) {
  const { tokens } = await register();
  await fillCart(tokens, known);
  const { id } = await ask("GET", "/cart", { tokens });
  const { data: quote } = await ask("GET", "/checkout/quote?country=DE", { tokens });
  const wish = { cart_id: id, quote_hash: quote.quote_hash, shipping_address: address };
  const { data: order } = await ask("POST", "/orders", { tokens, body: wish });
  if (way) await ask("POST", `/payments/${order.id}`, { tokens, body: way });
  return { tokens, order: order.id };
}

async function register() {
  const email = `robin-${randomUUID().slice(0, 8)}@example.com`;
  const body = { email, password: randomUUID(), fullname: "Robin Reader" };
  return { tokens: tokensOf(await ask("POST", "/auth/register", { body })) };
}

const signIn = async (username, password) =>
  tokensOf(await ask("POST", "/auth/login", { body: { username, password } }));
/** What a browser stores of a sign-in. */
function tokensOf(signedIn) {
  const { user: _, ...tokens } = signedIn;
  return tokens;
}

async function fillCart(tokens, { items }) {
  for (const item of items) {
    const [id, quantity] = item.split(":").map(Number);
    await ask("POST", "/cart", { tokens, body: { variation_id: id, quantity } });
  }
}

const orderOf = async (tokens, path) => (await ask("GET", path, { tokens })).data[0]?.id;

async function buyable(slug) {
  const { data } = await ask("GET", `/product/details/${slug}`);
  return data.variations.find(({ stock }) => stock.state !== "out").id;
}

/** What a text of the catalogue is in the shop's language; a pattern where it has gaps or forms by number. */
function translator(language) {
  const words = language === "en" ? {} : JSON.parse(readFileSync(join(root, "words", `${language}.json`), "utf8"));
  return (english) => {
    const forms = Object.values(
      typeof words[english] === "object" ? words[english] : { said: words[english] ?? english },
    );
    if (forms.length === 1 && !forms[0].includes("{")) return forms[0];
    const patterns = forms.map((form) =>
      form
        .split(/\{\w+\}/)
        .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join(".+"),
    );
    return new RegExp(`^(${patterns.join("|")})`);
  };
}

async function reach(path) {
  const answer = await fetch(shop + path).catch(() => undefined);
  if (answer) return answer.text();
  throw new Problem(`There is no shop at ${shop}. Start it with \`npm start\`, or say where it is with SHOP_URL.`);
}

async function ask(method, path, { tokens, body } = {}) {
  const answer = await fetch(`${shop}/v1${path}`, {
    method,
    headers: {
      ...(tokens ? { authorization: `Bearer ${tokens.access_token}` } : {}),
      ...(body ? { "content-type": "application/json", "idempotency-key": randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok)
    throw new Problem(`${method} ${path} answered ${answer.status}. Is this a demo shop?\n${await answer.text()}`);
  return answer.json();
}
