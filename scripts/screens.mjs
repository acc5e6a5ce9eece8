// Pictures of every screen at three widths, light and dark, into screens/: `npm run screens` beside a running demo shop,
// or `npm run screens -- cart checkout` for some of it. SHOP_URL says where the shop is.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";
import { Problem, telling } from "./problem.mjs";
import { root } from "./root.mjs";

const shop = process.env.SHOP_URL ?? "http://127.0.0.1:3000";
const folder = join(root, "screens");
const widths = { 390: 844, 768: 1024, 1440: 900 };
const people = { customer: ["demo", "demo-kiosk"], admin: ["admin", "admin-kiosk"] };
const wanted = process.argv.slice(2);
const sessions = new Map();

await telling(async () => {
  const found = await known();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  await mkdir(folder, { recursive: true });
  const chosen = screens(found).filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  try {
    for (const colorScheme of ["light", "dark"])
      for (const who of ["guest", "customer", "admin"])
        await take(
          browser,
          { colorScheme, who },
          chosen.filter(([, , by = "guest"]) => by === who),
        );
  } finally {
    await browser.close();
  }
  console.log(`${chosen.length} screens are in ${folder}`);
});

/** [name, path, who, what to do there first] */
function screens({ slug, category, order, waiting, items }) {
  return [
    ["home", "/"],
    [
      "menu",
      "/",
      "guest",
      (page) =>
        page
          .getByRole("button", { name: /categories|menu/i })
          .first()
          .click(),
    ],
    ["list", "/products"],
    ["list-category", `/products?category=${encodeURIComponent(category)}`],
    ["list-empty", "/products?name=zzzzqqqq"],
    ["details", `/details/${slug}`],
    [
      "drawer",
      `/details/${slug}`,
      "guest",
      (page) => page.getByRole("button", { name: "Add to cart" }).first().click(),
    ],
    ["sign-in", "/", "guest", (page) => page.getByRole("button", { name: "Sign in", exact: true }).click()],
    ["cart-shared", `/cart?items=${items}`],
    ["cart-empty", "/cart"],
    ["sign-up", "/sign-up"],
    ...["delivery", "returns", "contact", "privacy", "terms"].map((name) => [name, `/${name}`]),
    ["not-found", "/no/such/page"],
    ["forbidden", "/forbidden"],
    ["offline", "/offline.html"],
    ["cart", "/cart", "customer"],
    ["checkout", "/checkout", "customer"],
    ["checkout-mistakes", "/checkout", "customer", mistakes],
    ["payment", `/payment/${waiting}`, "customer"],
    ["paid", `/payment/${order}`, "customer"],
    ["account", "/account", "customer"],
    ["order", `/account/orders/${order}`, "customer"],
    ...["orders", "wishlist", "notifications", "reviews", "profile", "addresses"].map((name) => [
      name,
      `/account/${name}`,
      "customer",
    ]),
    ["dashboard", "/dashboard/home", "admin"],
    ["dashboard-order", `/dashboard/orders/${order}`, "admin"],
    ...["orders", "users", "category", "products", "products/create", "reviews", "coupons", "settings", "import"].map(
      (path) => [`dashboard-${path.replace("/", "-")}`, `/dashboard/${path}`, "admin"],
    ),
  ];
}

async function mistakes(page) {
  const another = page.getByLabel("Another address");
  if (await another.isVisible()) await another.check();
  await page.getByLabel("E-mail").fill("robin");
  await page.getByRole("button", { name: /^(Order and pay|Place the order)/ }).click();
}

async function take(browser, { colorScheme, who }, chosen) {
  if (chosen.length === 0) return;
  const context = await browser.newContext({ baseURL: shop, colorScheme, reducedMotion: "reduce", locale: "en-GB" });
  if (people[who]) await context.addInitScript(keep, await session(who));
  for (const [name, path, , prepare] of chosen)
    for (const [width, height] of Object.entries(widths)) {
      const page = await context.newPage();
      await page.setViewportSize({ width: Number(width), height });
      await page.goto(path, { waitUntil: "networkidle" });
      try {
        await prepare?.(page);
        await page.waitForLoadState("networkidle");
        await show(page);
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: !["drawer", "menu", "sign-in"].includes(name) });
      } catch (error) {
        console.error(`${name} at ${width} could not be taken: ${error.message.split("\n")[0]}`);
      }
      await page.close();
    }
  await context.close();
}

/** Pictures further down are fetched only once they come near. */
async function show(page) {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

function keep(stored) {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, String(value));
}

async function session(who) {
  if (!sessions.has(who)) {
    const [username, password] = people[who];
    const { user: _, ...tokens } = await ask("POST", "/auth/login", { body: { username, password } });
    sessions.set(who, tokens);
  }
  return sessions.get(who);
}

/** What the screens need to be there: a product, a category, something in the cart, an order paid and one not. */
async function known() {
  const { access_token: token } = await session("customer");
  const { data: products } = await ask("GET", "/product?in_stock=true&sort=popular&per_page=3");
  const { data: categories } = await ask("GET", "/categories");
  const details = await Promise.all(products.map(({ slug }) => ask("GET", `/product/details/${slug}`)));
  const ids = details.map(({ data }) => data.variations.find(({ stock }) => stock.state !== "out")?.id).filter(Boolean);
  const cart = await ask("GET", "/cart", { token });
  if (cart.items.length === 0)
    for (const id of ids) await ask("POST", "/cart", { token, body: { variation_id: id, quantity: 1 } });
  const { data: orders } = await ask("GET", "/orders?per_page=50", { token });
  return {
    slug: products[0].slug,
    category: categories[0].path,
    items: ids.map((id, index) => `${id}:${index + 1}`).join(","),
    order: orders.find(({ status }) => status !== "pending_payment")?.id,
    waiting: orders.find(({ status }) => status === "pending_payment")?.id,
  };
}

async function ask(method, path, { token, body } = {}) {
  const answer = await fetch(`${shop}/v1${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => undefined);
  if (!answer)
    throw new Problem(`There is no shop at ${shop}. Start it with \`npm start\`, or say where it is with SHOP_URL.`);
  if (!answer.ok) throw new Problem(`${method} ${path} answered ${answer.status}. Is this a demo shop?`);
  return answer.json();
}
