import type { PaymentMethod, PaymentProvider } from "#contract/payments.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings, getSecrets, type Settings } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { demoGateway } from "./demo.gateway.ts";
import type { Gateway } from "./gateway.ts";
import { bankTransfer, cashOnDelivery, cashTaken } from "./manual.gateway.ts";
import { type StripeAccount, stripeGateway } from "./stripe.gateway.ts";

// Per app: a process may open several, one after the other.
const opened = new WeakMap<App["responseCache"], Partial<Record<PaymentProvider, Gateway>>>();

/** The gateway of a provider. Throws `payment_provider_unknown`. */
export function gatewayOf(app: App, provider: string): Gateway {
  const gateways = gatewaysOf(app);
  if (!Object.hasOwn(gateways, provider)) throw new Problem("payment_provider_unknown");
  return gateways[provider as PaymentProvider] as Gateway;
}

/** Whether a provider is called over a network; true also for an unknown one. */
export const isRemote = (app: App, provider: string): boolean =>
  gatewaysOf(app)[provider as PaymentProvider]?.remote ?? true;

/** The providers with an account that are called over a network. */
export const remoteProviders = async (app: App): Promise<PaymentProvider[]> =>
  (await findStripeAccount(app)) ? ["stripe"] : [];

/** The account at Stripe: that of the environment, else that of the settings; undefined unless all its keys are set. */
export async function findStripeAccount(app: App): Promise<StripeAccount | undefined> {
  const { stripe, stripeApiBase: apiBase } = app.config;
  if (stripe) return stripe;
  const { value } = await app.responseCache.get("stripe account", async (addCacheTags) => {
    addCacheTags("settings");
    const { stripe_publishable_key: publishableKey } = await getCachedSettings(app);
    const { stripe_secret_key: secretKey, stripe_webhook_secret: webhookSecret } = await getSecrets(app);
    const account =
      publishableKey && secretKey && webhookSecret ? { publishableKey, secretKey, webhookSecret, apiBase } : undefined;
    return { value: { account }, bytes: 1000 };
  });
  return value.account;
}

function gatewaysOf(app: App) {
  const gateways = opened.get(app.responseCache) ?? open(app);
  opened.set(app.responseCache, gateways);
  return gateways;
}

function open(app: App): Partial<Record<PaymentProvider, Gateway>> {
  const captureMethod = async () => (await getCachedSettings(app)).card_capture;
  const account = async () => assertFound((await getCachedSettings(app)).bank_account, "payment_provider_unknown");
  return {
    demo: demoGateway(app.keys.current, captureMethod),
    cod: cashOnDelivery,
    cash: cashTaken,
    bank: bankTransfer(account),
    stripe: stripeGateway(
      async () => assertFound(await findStripeAccount(app), "payment_provider_unknown"),
      captureMethod,
    ),
  };
}

/** What is to be paid: `amount` in minor units, for a delivery to `country`. */
export interface Purchase {
  amount: number;
  country: string;
  /** Null where nothing is shipped. */
  shipping_method_id: number | null;
}

/**
 * The payment methods of the shop, the most usual first, or those that it offers for a purchase. The demo provider is
 * offered by demo shops only.
 */
export async function listPaymentMethods(app: App, purchase?: Purchase): Promise<PaymentMethod[]> {
  const settings = await getCachedSettings(app);
  const stripe = settings.card_payments ? await findStripeAccount(app) : undefined;
  const methods: (PaymentMethod | false)[] = [
    stripe !== undefined && { provider: "stripe", client: { publishable_key: stripe.publishableKey } },
    (settings.demo || app.config.demo === true) && { provider: "demo", client: {} },
    settings.bank_transfer && settings.bank_account !== null && { provider: "bank", client: {} },
    settings.cash_on_delivery && isDeliveredForCash(settings, purchase) && { provider: "cod", client: {} },
  ];
  return methods.filter((method) => method !== false);
}

function isDeliveredForCash(settings: Settings, purchase: Purchase | undefined): boolean {
  if (!purchase) return true;
  const { cash_on_delivery_countries: countries, cash_on_delivery_method_ids: methods } = settings;
  const most = settings.cash_on_delivery_max_amount;
  const isThere = countries.length === 0 || countries.includes(purchase.country);
  const isByMethod = methods.length === 0 || methods.includes(purchase.shipping_method_id ?? 0);
  return isThere && isByMethod && (most === null || purchase.amount <= most);
}

/** Throws `payment_provider_unknown` unless the shop offers this payment method, for a purchase if there is one. */
export async function assertOffered(app: App, provider: PaymentProvider, purchase?: Purchase) {
  if (!(await listPaymentMethods(app, purchase)).some((method) => method.provider === provider))
    throw new Problem("payment_provider_unknown");
}

/** Throws `amount_unpayable` unless this payment method can charge exactly this amount, in minor units. */
export function assertAmountSupported(app: App, provider: PaymentProvider, amount: number, currency: string) {
  if (!supportsAmount(app, provider, amount, currency)) throw new Problem("amount_unpayable");
}

/** Throws `amount_unpayable` unless some payment method that is offered for a purchase can charge exactly its amount. */
export async function assertPayable(app: App, purchase: Purchase, currency: string) {
  const { amount } = purchase;
  if (amount === 0 || (await listPaymentMethods(app)).length === 0) return;
  const methods = await listPaymentMethods(app, purchase);
  if (methods.length === 0)
    throw new Problem("amount_unpayable", {
      message: say("No payment method is available for this delivery. Choose another address, or change your cart."),
    });
  if (!methods.some(({ provider }) => supportsAmount(app, provider, amount, currency)))
    throw new Problem("amount_unpayable", {
      message: say("No payment method is available for this amount. Change your cart."),
    });
}

/**
 * The highest amount up to `amount` that these providers can move, in minor units: of currencies with three decimals some
 * move the last only as 0, others no decimals at all.
 */
export const roundToPayable = (app: App, providers: readonly PaymentProvider[], amount: number, currency: string) =>
  [1, 10, 100]
    .map((step) => amount - (amount % step))
    .find((rounded) => providers.every((provider) => supportsAmount(app, provider, rounded, currency))) ?? amount;

const supportsAmount = (app: App, provider: PaymentProvider, amount: number, currency: string) =>
  gatewayOf(app, provider).supportsAmount?.(amount, currency) ?? true;
