import {
  breakDetails,
  breakOrders,
  chooseProducts,
  emptyDrawer,
  enlarge,
  goDeeper,
  holdOrders,
  inCategoryMenu,
  lookThrough,
  noCategories,
  openCategoryMenu,
  openFilters,
  openFirstCategory,
  openMenu,
  orderWithMistakes,
  press,
  saveNothing,
  search,
  spoilCart,
  tickTwo,
  waitForList,
  writeReview,
} from "./screen-moves.mjs";

/**
 * Every screen, and every state of it that looks different: its `name`, the `path` (or how it follows from what is known),
 * `who` looks, what to do `before` the page is asked for and `first` when it is there, whether it `waits` for good, and whether
 * the `whole` page is shown.
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
  { name: "drawer-emptied", path: ({ slug }) => `/details/${slug}`, whole: false, first: emptyDrawer },
  { name: "cart", path: "/cart", who: "shopper" },
  { name: "cart-problems", path: "/cart", who: "shopper", before: spoilCart },
  { name: "cart-empty", path: "/cart" },
  { name: "cart-shared", path: ({ items }) => `/cart?items=${items.join(",")}` },
  { name: "sign-in", path: "/", whole: false, first: press("Sign in") },
  { name: "sign-up", path: "/sign-up" },
  { name: "forgot-password", path: "/forgot-password" },
  { name: "reset-password", path: "/reset-password#token=of-a-letter" },
  { name: "reset-password-over", path: "/reset-password" },
  { name: "verify-email-over", path: "/verify-email#token=of-a-letter" },
  { name: "login-success-over", path: "/login-success" },
  ...["delivery", "returns", "contact", "privacy", "terms"].map((name) => ({ name, path: `/${name}` })),
  { name: "not-found", path: "/no/such/page" },
  { name: "forbidden", path: "/forbidden" },
  { name: "error", path: "/products?name=switchback", first: breakDetails },
  { name: "offline", path: "/offline.html" },
  { name: "list-waiting", path: "/", whole: false, waits: true, first: waitForList },
  { name: "account-waiting", path: "/account/orders", who: "customer", waits: true, before: holdOrders },
  { name: "orders-failed", path: "/account/orders", who: "customer", before: breakOrders },

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
  { name: "order-held", path: orderOf, who: "held" },
  { name: "payment-held", path: paymentOf, who: "held" },
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
    name: "dashboard-parcel-back",
    path: ({ order }) => `/dashboard/orders/${order}`,
    who: "shipper",
    whole: false,
    first: press("Take back parcel 1"),
  },
  { name: "dashboard-order-held", path: ({ order }) => `/dashboard/orders/${order}`, who: "holder" },
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

function editedProduct({ reducedId }) {
  return `/dashboard/products/create/${reducedId}`;
}
