import type { PaymentMethod, PaymentProvider } from "#contract/payments.ts";
import type { App } from "#server/platform/app.ts";
import { loadSigningKey } from "#server/platform/auth/signing-key.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { bankTransfer } from "./bank.gateway.ts";
import { cashOnDelivery } from "./cod.gateway.ts";
import { demoGateway } from "./demo.gateway.ts";
import type { Gateway } from "./gateway.ts";
import { stripeGateway } from "./stripe.gateway.ts";

// By what each open shop has of its own: a process may open one, close it, and open another with the same settings.
const opened = new WeakMap<App["responseCache"], Partial<Record<PaymentProvider, Gateway>>>();

/** The gateway of a provider. Throws `payment_provider_unknown`. */
export function gatewayOf(app: App, provider: string): Gateway {
  const gateways = gatewaysOf(app);
  if (!Object.hasOwn(gateways, provider)) throw new Problem("payment_provider_unknown");
  return gateways[provider as PaymentProvider] as Gateway;
}

/**
 * Whether asking a provider means asking over a network. One that was taken out of the settings is like one that can't be
 * reached: what it is to be told waits until it is there again.
 */
export const isRemote = (app: App, provider: string): boolean =>
  gatewaysOf(app)[provider as PaymentProvider]?.remote ?? true;

/** The providers at the far end of a network. */
export const remoteProviders = (app: App): string[] =>
  Object.values(gatewaysOf(app)).flatMap(({ provider, remote }) => (remote ? [provider] : []));

function gatewaysOf(app: App) {
  const gateways = opened.get(app.responseCache) ?? open(app);
  opened.set(app.responseCache, gateways);
  return gateways;
}

function open(app: App): Partial<Record<PaymentProvider, Gateway>> {
  const { stripe, dataDir } = app.config;
  const taking = async () => (await getCachedSettings(app)).card_capture;
  const account = async () => assertFound((await getCachedSettings(app)).bank_account, "payment_provider_unknown");
  return {
    demo: demoGateway(loadSigningKey(dataDir), taking),
    cod: cashOnDelivery,
    bank: bankTransfer(account),
    ...(stripe ? { stripe: stripeGateway(stripe, taking) } : {}),
  };
}

/** The ways to pay this shop offers, the most usual first. A pretended card is for demo shops alone. */
export async function offeredMethods(app: App): Promise<PaymentMethod[]> {
  const settings = await getCachedSettings(app);
  const { stripe, demo } = app.config;
  const methods: (PaymentMethod | false)[] = [
    stripe !== undefined && { provider: "stripe", client: { publishable_key: stripe.publishableKey } },
    (settings.demo || demo === true) && { provider: "demo", client: {} },
    settings.bank_account !== null && { provider: "bank", client: {} },
    settings.cash_on_delivery && { provider: "cod", client: {} },
  ];
  return methods.filter((method) => method !== false);
}

/** Throws `payment_provider_unknown` for a way to pay that this shop does not offer. */
export async function mustBeOffered(app: App, provider: PaymentProvider) {
  if (!(await offeredMethods(app)).some((method) => method.provider === provider))
    throw new Problem("payment_provider_unknown");
}

/** Throws `amount_unpayable` when this way to pay can't take exactly this amount, in minor units. */
export function mustTake(app: App, provider: PaymentProvider, amount: number, currency: string) {
  if (!takes(app, provider, amount, currency)) throw new Problem("amount_unpayable");
}

/** Throws `amount_unpayable` when no way to pay this shop offers can take exactly this amount, in minor units. */
export async function mustBePayable(app: App, amount: number, currency: string) {
  if (amount === 0) return;
  const methods = await offeredMethods(app);
  if (methods.length > 0 && !methods.some(({ provider }) => takes(app, provider, amount, currency)))
    throw new Problem("amount_unpayable", {
      message: say("No payment method is available for this amount. Change your cart."),
    });
}

const takes = (app: App, provider: PaymentProvider, amount: number, currency: string) =>
  gatewayOf(app, provider).takes?.(amount, currency) ?? true;
