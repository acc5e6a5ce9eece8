import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { demoAdmin, demoCustomer } from "#e2e/support/session.ts";

/** The access token, refresh token, role and account status that a browser stores. */
export type Session = Record<string, string>;
/** Somebody who looks at a screen, and the order and customer it is about. */
export interface Person {
  session: Session;
  order?: string;
  customer?: number;
}
/** What a text of the shop is in its language; a pattern where it has placeholders or plural forms. */
export type Translate = (english: string) => string | RegExp;
export type Known = Awaited<ReturnType<typeof findProducts>>;
export type Role = keyof typeof people;

const address = { fullname: "Robin Reader", line1: "Lindenweg 8", city: "Berlin", postal_code: "10115", country: "DE" };

/** The products and categories that screens show, the people who look at them (made when first asked for), and a translator. */
export async function prepareScreens() {
  const language = /<html[^>]* lang="(\w+)/.exec(await (await fetch(shopUrl())).text())?.[1] ?? "en";
  const known = await findProducts();
  const made = new Map<Role, Promise<Person>>();
  const person = (role: Role) => {
    const one = made.get(role) ?? people[role](known);
    made.set(role, one);
    return one;
  };
  return { known, person, said: translator(language) };
}

const shopUrl = () => process.env.SHOP_URL ?? "http://127.0.0.1:3000";

async function findProducts() {
  const { data: popular } = await call("GET", "/product?in_stock=true&sort=popular&per_page=24");
  const { data: reduced } = await call("GET", "/product?on_sale=true&per_page=1");
  const { data: all } = await call("GET", "/product?per_page=100");
  const { data: categories } = await call("GET", "/categories");
  const variations = await Promise.all(popular.slice(0, 3).map(({ slug }: { slug: string }) => variationInStock(slug)));
  return {
    slug: popular[0].slug as string,
    reduced: reduced[0]?.slug as string,
    reducedId: reduced[0]?.id as number,
    soldOut: all.find((one: { in_stock: boolean }) => !one.in_stock)?.slug as string,
    wordy: all.toSorted((a: { name: string }, b: { name: string }) => b.name.length - a.name.length)[0].slug as string,
    category: categories[0].path as string,
    categoryId: categories[0].id as number,
    wishes: popular.slice(0, 4).map(({ id }: { id: number }) => id) as number[],
    items: variations.map((id, at) => `${id}:${at + 1}`),
  };
}

const people = {
  guest: async (): Promise<Person> => ({ session: {} }),
  newcomer: async (): Promise<Person> => ({ session: await register() }),
  admin: async (): Promise<Person> => {
    const session = await signIn(demoAdmin);
    const { data } = await call("GET", "/orders?status=confirmed&per_page=1", session);
    return { session, order: data[0]?.id, customer: data[0]?.customer.id };
  },
  customer: async (): Promise<Person> => {
    const session = await signIn(demoCustomer);
    const { data } = await call("GET", "/orders?status=completed&per_page=1", session);
    return { session, order: data[0]?.id };
  },
  shopper: async (known: Known): Promise<Person> => {
    const session = await register();
    await fillCart(session, known);
    for (const id of known.wishes) await call("POST", "/wishlist", session, { product_id: id });
    await call("PUT", "/cart/coupon", session, { code: "WELCOME10" });
    await call("PUT", "/cart/gift-card", session, { code: "KIOSK-GIFT-DEMO" });
    return { session };
  },
  unpaid: (known: Known) => customerWithOrder(known),
  declined: (known: Known) => customerWithOrder(known, { provider: "demo", outcome: "decline" }),
  confirming: (known: Known) => customerWithOrder(known, { provider: "demo", outcome: "confirm" }),
  transfer: (known: Known) => customerWithOrder(known, { provider: "bank" }),
  paid: (known: Known) => customerWithOrder(known, { provider: "demo", outcome: "approve" }),
  /** The customer of an order whose bank transfer was too small. */
  underpaid: async (known: Known): Promise<Person> => {
    const payer = await people.transfer(known);
    const { data: order } = await call("GET", `/orders/${payer.order}`, payer.session);
    await callAsAdmin(`/payments/${payer.order}/received`, { version: order.version, amount: 1000 });
    return payer;
  },
  /** An admin at such an order. */
  adminOfUnderpaid: async (known: Known): Promise<Person> => ({
    ...(await people.admin()),
    order: (await people.underpaid(known)).order,
  }),
  /** An admin at an order that is shipped. */
  adminOfShipped: async (known: Known): Promise<Person> => {
    const { order } = await people.paid(known);
    const { data } = await call("GET", `/orders/${order}`, await signIn(demoAdmin));
    const started = await callAsAdmin(`/orders/${order}/start`, { version: data.version });
    const shipment = { carrier: "DHL", tracking_number: "JD014600003" };
    await callAsAdmin(`/orders/${order}/fulfilments`, { version: started.data.version, ...shipment });
    return { ...(await people.admin()), order };
  },
};

async function customerWithOrder(known: Known, payment?: object): Promise<Person & { order: string }> {
  const session = await register();
  await fillCart(session, known);
  const { id } = await call("GET", "/cart", session);
  const { data: quote } = await call("GET", "/checkout/quote?country=DE", session);
  const form = { cart_id: id, quote_hash: quote.quote_hash, shipping_address: address };
  const { data: order } = await call("POST", "/orders", session, form);
  if (payment) await call("POST", `/payments/${order.id}`, session, payment);
  return { session, order: order.id };
}

async function register(): Promise<Session> {
  const email = `robin-${randomUUID().slice(0, 8)}@example.com`;
  const { user: _, ...session } = await call("POST", "/auth/register", undefined, {
    email,
    password: randomUUID(),
    fullname: "Robin Reader",
  });
  return session;
}

async function signIn(who: object): Promise<Session> {
  const { user: _, ...session } = await call("POST", "/auth/login", undefined, who);
  return session;
}

const callAsAdmin = async (path: string, body: object) => call("POST", path, await signIn(demoAdmin), body);

async function fillCart(session: Session, { items }: Known) {
  for (const item of items) {
    const [id, quantity] = item.split(":").map(Number);
    await call("POST", "/cart", session, { variation_id: id, quantity });
  }
}

async function variationInStock(slug: string): Promise<number> {
  const { data } = await call("GET", `/product/details/${slug}`);
  return data.variations.find(({ stock }: { stock: { state: string } }) => stock.state !== "out").id;
}

function translator(language: string): Translate {
  const url = new URL(`../../words/${language}.json`, import.meta.url);
  const texts: Record<string, string | Record<string, string>> =
    language === "en" ? {} : JSON.parse(readFileSync(url, "utf8"));
  return (english) => {
    const text = texts[english] ?? english;
    const forms = typeof text === "string" ? [text] : Object.values(text);
    if (forms.length === 1 && !forms[0]?.includes("{")) return forms[0] ?? english;
    const patterns = forms.map((form) =>
      form
        .split(/\{\w+\}/)
        .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join(".+"),
    );
    return new RegExp(`^(${patterns.join("|")})`);
  };
}

async function call(method: string, path: string, session?: Session, body?: object) {
  const response = await fetch(`${shopUrl()}/v1${path}`, {
    method,
    headers: {
      ...(session?.access_token ? { authorization: `Bearer ${session.access_token}` } : {}),
      ...(body ? { "content-type": "application/json", "idempotency-key": randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status}. Is this a demo shop?\n${await response.text()}`);
  return response.json();
}
