/**
 * Every screen, and every state of it that looks different: its `name`, the `path` (or how it follows from what is known),
 * `who` looks, what to do `before` the page is asked for and `first` when it is there, and whether the `whole` page is shown.
 * `said` finds a text of the catalogue in the shop's language.
 */
export const screens = [
  { name: "home", path: "/" },
  { name: "menu", path: "/", whole: false, first: openMenu },
  { name: "menu-deeper", path: "/", whole: false, first: goDeeper },
  { name: "search", path: "/", whole: false, first: search("shoe") },
  { name: "search-nothing", path: "/", whole: false, first: search("zzqqxxyy") },
  { name: "list", path: "/products" },
  { name: "list-category", path: ({ category }) => `/products?category=${encodeURIComponent(category)}` },
  { name: "list-narrowed", path: "/products?in_stock=true&price_max=9000&rating_min=4&sort=price" },
  { name: "list-found", path: "/products?name=pack" },
  { name: "list-empty", path: "/products?name=zzqqxxyy" },
  { name: "filters", path: "/products", whole: false, first: openFilters },
  { name: "details", path: ({ slug }) => `/details/${slug}` },
  { name: "details-reduced", path: ({ reduced }) => `/details/${reduced}` },
  { name: "details-sold-out", path: ({ soldOut }) => `/details/${soldOut}` },
  { name: "details-wordy", path: ({ wordy }) => `/details/${wordy}` },
  { name: "zoom", path: ({ slug }) => `/details/${slug}`, whole: false, first: enlarge },
  { name: "drawer", path: ({ slug }) => `/details/${slug}`, whole: false, first: press("Add to cart") },
  { name: "cart", path: "/cart", who: "shopper" },
  { name: "cart-problems", path: "/cart", who: "shopper", before: spoilCart },
  { name: "cart-empty", path: "/cart" },
  { name: "cart-shared", path: ({ items }) => `/cart?items=${items.join(",")}` },
  { name: "sign-in", path: "/", whole: false, first: press("Sign in") },
  { name: "sign-up", path: "/sign-up" },
  { name: "forgot-password", path: "/forgot-password" },
  ...["delivery", "returns", "contact", "privacy", "terms"].map((name) => ({ name, path: `/${name}` })),
  { name: "not-found", path: "/no/such/page" },
  { name: "forbidden", path: "/forbidden" },
  { name: "error", path: "/products?name=switchback", first: breakDetails },
  { name: "offline", path: "/offline.html" },

  { name: "checkout", path: "/checkout", who: "shopper" },
  { name: "checkout-mistakes", path: "/checkout", who: "shopper", first: orderWithMistakes },
  { name: "checkout-empty", path: "/checkout", who: "newcomer" },
  { name: "payment", path: paymentOf, who: "waiting" },
  { name: "payment-declined", path: paymentOf, who: "declined" },
  { name: "payment-asked", path: paymentOf, who: "asked" },
  { name: "payment-transfer", path: paymentOf, who: "transfer" },
  { name: "paid", path: paymentOf, who: "paid" },

  { name: "account", path: "/account", who: "customer" },
  { name: "user-menu", path: "/", who: "customer", whole: false, first: press("Account menu") },
  { name: "order", path: orderOf, who: "customer" },
  { name: "order-waiting", path: orderOf, who: "waiting" },
  { name: "order-return", path: orderOf, who: "customer", whole: false, first: press("Return items") },
  ...["orders", "wishlist", "notifications", "reviews", "profile", "addresses"].flatMap((name) => [
    { name, path: `/account/${name}`, who: name === "wishlist" ? "shopper" : "customer" },
    { name: `${name}-empty`, path: `/account/${name}`, who: "newcomer" },
  ]),
  {
    name: "delete-account",
    path: "/account/profile",
    who: "customer",
    whole: false,
    first: press("Delete my account"),
  },
  { name: "review", path: "/account/reviews", who: "customer", whole: false, first: writeReview },

  ...["home", "orders", "users", "ledger"].map((path) => ({
    name: `dashboard-${path}`,
    path: `/dashboard/${path}`,
    who: "admin",
  })),
  { name: "dashboard-users-empty", path: "/dashboard/users?name=zzqqxxyy", who: "admin" },
  {
    name: "dashboard-users-ticked",
    path: "/dashboard/users?role=customer",
    who: "admin",
    whole: false,
    first: tickTwo,
  },
  { name: "dashboard-user", path: userOf, who: "admin" },
  { name: "dashboard-user-block", path: userOf, who: "admin", whole: false, first: press("Block") },
  { name: "dashboard-products", path: "/dashboard/products", who: "admin" },
  { name: "dashboard-products-empty", path: "/dashboard/products?name=zzqqxxyy", who: "admin" },
  { name: "dashboard-products-chosen", path: "/dashboard/products", who: "admin", whole: false, first: chooseProducts },
  { name: "dashboard-product", path: editedProduct, who: "admin" },
  { name: "dashboard-product-mistakes", path: "/dashboard/products/create", who: "admin", first: saveNothing },
  {
    name: "dashboard-product-option",
    path: "/dashboard/products/create",
    who: "admin",
    whole: false,
    first: press("New option"),
  },
  { name: "dashboard-order", path: ({ order }) => `/dashboard/orders/${order}`, who: "admin" },
  {
    name: "dashboard-refund",
    path: ({ order }) => `/dashboard/orders/${order}`,
    who: "admin",
    whole: false,
    first: press("Refund"),
  },

  { name: "dashboard-categories", path: "/dashboard/category", who: "admin", first: openFirstCategory },
  { name: "dashboard-categories-found", path: "/dashboard/category?name=s", who: "admin" },
  { name: "dashboard-categories-none", path: "/dashboard/category", who: "admin", before: noCategories },
  { name: "dashboard-category-menu", path: "/dashboard/category", who: "admin", whole: false, first: openCategoryMenu },
  {
    name: "dashboard-category-move",
    path: "/dashboard/category",
    who: "admin",
    whole: false,
    first: inCategoryMenu("Move…"),
  },
  {
    name: "dashboard-category-delete",
    path: "/dashboard/category",
    who: "admin",
    whole: false,
    first: inCategoryMenu("Delete…"),
  },
  { name: "dashboard-category", path: editedCategory, who: "admin" },
  { name: "dashboard-category-place", path: editedCategory, who: "admin", whole: false, first: press("Change place…") },
  { name: "dashboard-category-new", path: "/dashboard/category/create", who: "admin" },
  {
    name: "dashboard-category-mistakes",
    path: "/dashboard/category/create",
    who: "admin",
    first: (page) => page.getByRole("button", { name: "Add category" }).click(),
  },
  ...["category", "products"].flatMap((what) => [
    { name: `dashboard-${what}-import`, path: `/dashboard/${what}/import`, who: "admin" },
    {
      name: `dashboard-${what}-import-looked`,
      path: `/dashboard/${what}/import`,
      who: "admin",
      first: lookThrough(what),
    },
  ]),
];

function editedCategory({ categoryId }) {
  return `/dashboard/category/create/${categoryId}`;
}

async function openFirstCategory(page) {
  await page
    .getByRole("button", { name: /^What is below/ })
    .first()
    .click();
}

function noCategories(page) {
  return page.route("**/v1/categories/admin*", (route) => route.fulfill({ json: { data: [] } }));
}

async function openCategoryMenu(page) {
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("dialog").first().waitFor();
}

function inCategoryMenu(entry) {
  return async (page) => {
    await openCategoryMenu(page);
    await page.getByRole("dialog").getByRole("button", { name: entry }).click();
    await page
      .getByRole("dialog", { name: /^(Move|Delete) “/ })
      .getByRole("button")
      .first()
      .waitFor();
  };
}

/** Uploads a file with a bad row, to be looked through; nothing is imported. */
function lookThrough(what) {
  const text =
    what === "category"
      ? "path,name,colour,is_active\ngarden,,,\ngarden > Pots,,red,true\ngarden > Rakes,,,perhaps\n"
      : 'Handle,Title,Vendor,Variant SKU,Variant Price,Colour\npot,Pot,Kiosk,POT-1,"1.299,00",red\nrake,Rake,Kiosk,RAKE-1,cheap,\n';
  return async (page) => {
    const file = { name: `${what}.csv`, mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByText("Nothing has happened yet.").waitFor();
  };
}

function paymentOf({ order }) {
  return `/payment/${order}`;
}

function orderOf({ order }) {
  return `/account/orders/${order}`;
}

/** The page of whoever the order is from. */
function userOf({ customer }) {
  return `/dashboard/users/${customer}`;
}

async function tickTwo(page) {
  // Where one touches, the label is larger than its box and lies over it.
  const labels = page.getByRole("row").locator("label");
  for (const row of [1, 2]) await labels.nth(row).click();
}

function editedProduct({ reducedId }) {
  return `/dashboard/products/create/${reducedId}`;
}

async function chooseProducts(page) {
  // By its label, as a finger does: on a phone the box is no target of its own.
  await page
    .locator("label", { has: page.getByRole("checkbox", { name: /^Choose / }) })
    .nth(1)
    .click();
  await page.getByRole("region", { name: "Chosen products" }).waitFor();
}

async function saveNothing(page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("alert").getByText("It is not saved yet").waitFor();
}

/** Presses a button that opens a dialog, a drawer or a menu. */
function press(text) {
  return async (page, said) => {
    await page
      .getByRole("button", { name: said(text), exact: true })
      .first()
      .click();
    await page.getByRole("dialog").first().waitFor();
  };
}

async function openMenu(page, said) {
  await press("Categories")(page, said);
  await page.getByRole("dialog").getByRole("button").nth(1).waitFor();
}

async function goDeeper(page, said) {
  await openMenu(page, said);
  await page.getByRole("dialog").getByRole("listitem").getByRole("button").first().click();
}

function search(words) {
  return async (page, said) => {
    const field = page.getByRole("combobox");
    if (!(await field.isVisible())) await page.getByRole("link", { name: said("Search"), exact: true }).click();
    await field.pressSequentially(words);
    await page.getByRole("option").or(page.getByRole("listbox").getByText(words)).first().waitFor();
  };
}

async function writeReview(page, said) {
  await page.getByRole("main").getByText(said("Write a review"), { exact: true }).first().click();
  await page.getByRole("dialog").getByRole("textbox").first().waitFor();
}

async function openFilters(page, said) {
  const button = page.getByRole("button", { name: said("Filter") });
  if (!(await button.isVisible())) return page.getByRole("complementary").getByRole("checkbox").first().check();
  await button.click();
  await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
}

async function enlarge(page) {
  await page.locator("ul.scroller button").first().click();
  await page.getByRole("dialog").locator("img").first().waitFor();
}

/** The answer as it would be had prices and stock moved since. */
function spoilCart(page) {
  return page.route(/\/v1\/cart$/, async (route) => {
    const answer = await route.fetch();
    const cart = await answer.json();
    const [first, second, third] = cart.items;
    first.problems = [{ code: "price_up", from: { ...first.unit_price, amount: 990 }, to: first.unit_price }];
    second.problems = [{ code: "insufficient_stock", available: 1 }];
    third.problems = [{ code: "out_of_stock", available: 0 }];
    await route.fulfill({ response: answer, json: { ...cart, can_checkout: false } });
  });
}

async function breakDetails(page) {
  await page.route("**/v1/product/details/**", (route) => route.fulfill({ status: 400, json: { message: "No." } }));
  await page.route("**/details/**", (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await page.getByRole("article").getByRole("link").first().click();
  await page.getByRole("alert").getByRole("heading").waitFor();
}

async function orderWithMistakes(page, said) {
  await page.getByRole("textbox", { name: said("E-mail"), exact: true }).fill("robin");
  await page.locator("button[type=submit]").last().click();
  await page.getByRole("alert").getByRole("link").first().waitFor();
}
