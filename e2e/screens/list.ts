import type { Page } from "@playwright/test";
import {
  changeCartPrices,
  emptyCategories,
  emptyDrawer,
  failOrders,
  failProductPage,
  holdOrders,
  inCategoryMenu,
  openCategoryMenu,
  openFilters,
  openFirstCategory,
  openLoadingList,
  openMenu,
  openMenuLevel,
  openReviewForm,
  openZoom,
  press,
  previewImport,
  saveEmptyProduct,
  search,
  selectProduct,
  selectTwoUsers,
  submitInvalidCheckout,
} from "./actions.ts";
import type { Known, Person, Role, Translate } from "./people.ts";

/** A screen in one state. */
interface Screen {
  /** The name of its screenshots. */
  name: string;
  path: string | ((known: Known & Person) => string);
  /** Whose session is used; a guest's unless named. */
  who?: Role;
  /** What happens before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** What happens on the page before the screenshot. */
  first?: (page: Page, said: Translate) => Promise<unknown>;
  /** True when the page stays in a loading state. */
  loading?: boolean;
  /** False when only the viewport is photographed. */
  whole?: boolean;
  /** True for a page without scripts. */
  scriptless?: boolean;
}

/** Every screen, and every state of it that looks different. */
export const screens: Screen[] = [
  { name: "home", path: "/" },
  { name: "menu", path: "/", whole: false, first: openMenu },
  { name: "menu-deeper", path: "/", whole: false, first: openMenuLevel },
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
  { name: "zoom", path: ({ slug }) => `/details/${slug}`, whole: false, first: openZoom },
  { name: "drawer", path: ({ slug }) => `/details/${slug}`, whole: false, first: press("Add to cart") },
  { name: "drawer-emptied", path: ({ slug }) => `/details/${slug}`, whole: false, first: emptyDrawer },
  { name: "cart", path: "/cart", who: "shopper" },
  { name: "cart-problems", path: "/cart", who: "shopper", before: changeCartPrices },
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
  { name: "error", path: "/products?name=switchback", first: failProductPage },
  { name: "offline", path: "/offline.html", scriptless: true },
  { name: "list-waiting", path: "/", whole: false, loading: true, first: openLoadingList },
  { name: "account-waiting", path: "/account/orders", who: "customer", loading: true, before: holdOrders },
  { name: "orders-failed", path: "/account/orders", who: "customer", before: failOrders },

  { name: "checkout", path: "/checkout", who: "shopper" },
  { name: "checkout-mistakes", path: "/checkout", who: "shopper", first: submitInvalidCheckout },
  { name: "checkout-empty", path: "/checkout", who: "newcomer" },
  { name: "payment", path: paymentOf, who: "unpaid" },
  { name: "payment-declined", path: paymentOf, who: "declined" },
  { name: "payment-asked", path: paymentOf, who: "confirming" },
  { name: "payment-transfer", path: paymentOf, who: "transfer" },
  { name: "paid", path: paymentOf, who: "paid" },

  { name: "account", path: "/account", who: "customer" },
  { name: "user-menu", path: "/", who: "customer", whole: false, first: press("Account menu") },
  { name: "order", path: orderOf, who: "customer" },
  { name: "order-waiting", path: orderOf, who: "unpaid" },
  { name: "order-held", path: orderOf, who: "underpaid" },
  { name: "payment-held", path: paymentOf, who: "underpaid" },
  { name: "order-return", path: orderOf, who: "customer", whole: false, first: press("Return items") },
  ...["orders", "wishlist", "notifications", "reviews", "profile", "addresses"].flatMap((name) => [
    { name, path: `/account/${name}`, who: name === "wishlist" ? ("shopper" as const) : ("customer" as const) },
    { name: `${name}-empty`, path: `/account/${name}`, who: "newcomer" as const },
  ]),
  {
    name: "delete-account",
    path: "/account/profile",
    who: "customer",
    whole: false,
    first: press("Delete my account"),
  },
  { name: "review", path: "/account/reviews", who: "customer", whole: false, first: openReviewForm },

  ...["home", "orders", "users", "reconciliation"].map((path) => ({
    name: `dashboard-${path}`,
    path: `/dashboard/${path}`,
    who: "admin" as const,
  })),
  { name: "dashboard-users-empty", path: "/dashboard/users?name=zzqqxxyy", who: "admin" },
  {
    name: "dashboard-users-ticked",
    path: "/dashboard/users?role=customer",
    who: "admin",
    whole: false,
    first: selectTwoUsers,
  },
  { name: "dashboard-user", path: userOf, who: "admin" },
  { name: "dashboard-user-block", path: userOf, who: "admin", whole: false, first: press("Block") },
  { name: "dashboard-products", path: "/dashboard/products", who: "admin" },
  { name: "dashboard-products-empty", path: "/dashboard/products?name=zzqqxxyy", who: "admin" },
  { name: "dashboard-products-chosen", path: "/dashboard/products", who: "admin", whole: false, first: selectProduct },
  { name: "dashboard-product", path: editedProduct, who: "admin" },
  { name: "dashboard-product-mistakes", path: "/dashboard/products/create", who: "admin", first: saveEmptyProduct },
  {
    name: "dashboard-product-option",
    path: "/dashboard/products/create",
    who: "admin",
    whole: false,
    first: press("Create option"),
  },
  { name: "dashboard-order", path: ({ order }) => `/dashboard/orders/${order}`, who: "admin" },
  {
    name: "dashboard-shipment-undone",
    path: ({ order }) => `/dashboard/orders/${order}`,
    who: "adminOfShipped",
    whole: false,
    first: press("Undo shipment 1"),
  },
  { name: "dashboard-order-held", path: ({ order }) => `/dashboard/orders/${order}`, who: "adminOfUnderpaid" },
  {
    name: "dashboard-refund",
    path: ({ order }) => `/dashboard/orders/${order}`,
    who: "admin",
    whole: false,
    first: press("Refund"),
  },

  { name: "dashboard-categories", path: "/dashboard/category", who: "admin", first: openFirstCategory },
  { name: "dashboard-categories-found", path: "/dashboard/category?name=s", who: "admin" },
  { name: "dashboard-categories-none", path: "/dashboard/category", who: "admin", before: emptyCategories },
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
  { name: "dashboard-category-place", path: editedCategory, who: "admin", whole: false, first: press("Move…") },
  { name: "dashboard-category-new", path: "/dashboard/category/create", who: "admin" },
  {
    name: "dashboard-category-mistakes",
    path: "/dashboard/category/create",
    who: "admin",
    first: (page) => page.getByRole("button", { name: "Add category" }).click(),
  },
  ...["category", "products"].flatMap((what) => [
    { name: `dashboard-${what}-import`, path: `/dashboard/${what}/import`, who: "admin" as const },
    {
      name: `dashboard-${what}-import-looked`,
      path: `/dashboard/${what}/import`,
      who: "admin" as const,
      first: previewImport(what),
    },
  ]),
];

function editedCategory({ categoryId }: Known & Person) {
  return `/dashboard/category/create/${categoryId}`;
}

function paymentOf({ order }: Known & Person) {
  return `/payment/${order}`;
}

function orderOf({ order }: Known & Person) {
  return `/account/orders/${order}`;
}

/** The page of whoever the order is from. */
function userOf({ customer }: Known & Person) {
  return `/dashboard/users/${customer}`;
}

function editedProduct({ reducedId }: Known & Person) {
  return `/dashboard/products/create/${reducedId}`;
}
