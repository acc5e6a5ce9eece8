import type { z } from "zod";
import { bulkOrdersApi } from "#contract/orders/bulk.ts";
import { ordersApi } from "#contract/orders/orders-api.ts";
import { returnsApi } from "#contract/orders/returns.ts";
import { moderationApi } from "#contract/reviews/moderation.ts";
import { reviewsApi } from "#contract/reviews/reviews.ts";
import { accountsApi } from "./accounts/accounts.ts";
import { auditApi } from "./accounts/audit.ts";
import { customerDataApi } from "./accounts/customer-data.ts";
import { customerSignInApi } from "./accounts/customer-sign-in.ts";
import { customersApi } from "./accounts/customers.ts";
import { staffApi } from "./accounts/staff.ts";
import { twoFactorApi } from "./accounts/two-factor.ts";
import { cartApi } from "./cart.ts";
import { brandsApi } from "./catalogue/brands.ts";
import { bulkEditsApi } from "./catalogue/bulk-edits.ts";
import { categoriesApi } from "./catalogue/categories.ts";
import { categoryRulesApi } from "./catalogue/category-rules.ts";
import { optionGroupsApi } from "./catalogue/option-groups.ts";
import { productFormApi } from "./catalogue/product-form.ts";
import { productTypesApi } from "./catalogue/product-types.ts";
import { productsApi } from "./catalogue/products.ts";
import { searchSynonymsApi } from "./catalogue/search-synonyms.ts";
import { tagsApi } from "./catalogue/tags.ts";
import { variationGridApi } from "./catalogue/variation-grid.ts";
import { checkoutApi } from "./checkout.ts";
import { couponsApi } from "./coupons.ts";
import { dashboardApi } from "./dashboard/dashboard.ts";
import { demandApi } from "./dashboard/demand.ts";
import { listPreferencesApi } from "./dashboard/list-preferences.ts";
import { emailsApi } from "./emails.ts";
import type { Endpoint } from "./endpoint.ts";
import { giftCardsApi } from "./gift-cards.ts";
import { imagesApi, mediaApi } from "./images.ts";
import { importsApi } from "./imports.ts";
import { invoicesApi } from "./invoices.ts";
import { notificationsApi } from "./notifications.ts";
import { manualOrdersApi } from "./orders/manual-orders.ts";
import { withdrawalsApi } from "./orders/withdrawals.ts";
import { paymentsApi } from "./payments.ts";
import { reconciliationApi } from "./reconciliation.ts";
import { shippingApi } from "./shipping.ts";
import { homeApi } from "./shop/home.ts";
import { legalApi } from "./shop/legal.ts";
import { redirectsApi } from "./shop/redirects.ts";
import { settingsApi } from "./shop/settings.ts";
import { shopApi } from "./shop/shop.ts";
import { stockApi } from "./stock.ts";
import { taxesApi } from "./taxes.ts";
import { wishlistApi } from "./wishlist.ts";

/** All endpoints under /v1, by method and path. */
export const api = {
  ...shopApi,
  ...settingsApi,
  ...legalApi,
  ...imagesApi,
  ...mediaApi,
  ...accountsApi,
  ...twoFactorApi,
  ...customersApi,
  ...customerSignInApi,
  ...customerDataApi,
  ...staffApi,
  ...auditApi,
  ...taxesApi,
  ...shippingApi,
  ...stockApi,
  ...categoriesApi,
  ...categoryRulesApi,
  ...productsApi,
  ...productFormApi,
  ...listPreferencesApi,
  ...bulkEditsApi,
  ...variationGridApi,
  ...brandsApi,
  ...searchSynonymsApi,
  ...tagsApi,
  ...optionGroupsApi,
  ...productTypesApi,
  ...redirectsApi,
  ...importsApi,
  ...wishlistApi,
  ...couponsApi,
  ...giftCardsApi,
  ...cartApi,
  ...paymentsApi,
  ...ordersApi,
  ...bulkOrdersApi,
  ...returnsApi,
  ...withdrawalsApi,
  ...invoicesApi,
  ...reviewsApi,
  ...homeApi,
  ...moderationApi,
  ...checkoutApi,
  ...manualOrdersApi,
  ...notificationsApi,
  ...emailsApi,
  ...reconciliationApi,
  ...dashboardApi,
  ...demandApi,
};
export type Api = typeof api;
export type ApiRoute = keyof Api;

type Part<R extends ApiRoute, K extends keyof Endpoint> = Exclude<Api[R][K], undefined>;
type InputOf<T> = T extends z.ZodUndefined ? undefined : T extends z.ZodType ? z.input<T> : undefined;
type OutputOf<T> = T extends z.ZodUndefined ? undefined : T extends z.ZodType ? z.output<T> : undefined;
type Optional<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** The arguments of a call: `params`, `query` and `body`, if the endpoint has them. */
export type Args<R extends ApiRoute> = Optional<{
  params: InputOf<Part<R, "params">>;
  query: InputOf<Part<R, "query">>;
  body: InputOf<Part<R, "body">>;
}>;
/** The input of a call after validation, as handlers receive it. */
export type Input<R extends ApiRoute> = {
  params: OutputOf<Part<R, "params">>;
  query: OutputOf<Part<R, "query">>;
  body: OutputOf<Part<R, "body">>;
};
/** The response of a call. */
export type ReplyOf<R extends ApiRoute> = OutputOf<Part<R, "reply">>;
/** A list with an export of its own. */
export type ExportedList = { [R in ApiRoute]: `${R}/export` extends ApiRoute ? R : never }[ApiRoute];
/** A row of a list. */
export type RowOf<R extends ApiRoute> = ReplyOf<R> extends { data: (infer Row)[] } ? Row : never;
/** The return value of a handler; the response is parsed from it. */
export type HandlerResult<R extends ApiRoute> =
  Part<R, "reply"> extends z.ZodUndefined ? void : InputOf<Part<R, "reply">>;
