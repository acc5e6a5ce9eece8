import type { PaymentProvider } from "#contract/payments.ts";
import type { House } from "#server/platform/house.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { signingKey } from "#server/platform/secrets.ts";
import { cashOnDelivery } from "./cod.gateway.ts";
import { demoGateway } from "./demo.gateway.ts";
import type { Gateway } from "./gateway.ts";

const opened = new WeakMap<House["config"], Record<PaymentProvider, Gateway>>();

/** The gateway of a provider. Throws `payment_provider_unknown`. */
export function gatewayOf(house: House, provider: string): Gateway {
  const gateways = opened.get(house.config) ?? {
    demo: demoGateway(signingKey(house.config.dataDir)),
    cod: cashOnDelivery,
  };
  opened.set(house.config, gateways);
  if (!Object.hasOwn(gateways, provider)) throw new Refusal("payment_provider_unknown");
  return gateways[provider as PaymentProvider];
}
