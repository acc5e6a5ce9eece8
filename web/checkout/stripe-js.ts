/** As much of Stripe.js as the shop uses. https://docs.stripe.com/js */
export interface StripeJs {
  elements(options: { clientSecret: string; appearance: object; locale: string }): StripeElements;
  confirmPayment(options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
    redirect: "if_required";
  }): Promise<{ error?: { type: string; message?: string } }>;
}
export interface StripeElements {
  create(kind: "payment"): {
    mount(place: HTMLElement): void;
    on(event: "ready" | "loaderror", then: () => void): void;
    destroy(): void;
  };
}
declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeJs;
  }
}

// The release that belongs to the API version the server pins. Stripe wants it from its own host, never bundled.
const address = "https://js.stripe.com/endive/stripe.js";
let loading: Promise<void> | undefined;

/** Stripe's own script, loaded when a card is to be entered and on no other page. */
export async function stripeJs(publishableKey: string): Promise<StripeJs> {
  if (!isPaymentDocument()) return reloaded();
  loading ??= load();
  await loading;
  if (!window.Stripe) throw new Error("Stripe.js did not start");
  return window.Stripe(publishableKey);
}

/** Only documents of the payment page may load it (their content security policy): one reached by a click is another's. */
function isPaymentDocument() {
  const [entry] = performance.getEntriesByType("navigation");
  return !entry || new URL(entry.name).pathname.startsWith("/payment/");
}

function reloaded(): Promise<never> {
  location.reload();
  return new Promise<never>(() => {});
}

function load(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement("script");
  script.src = address;
  script.addEventListener("load", () => resolve());
  script.addEventListener("error", () => {
    script.remove();
    loading = undefined;
    reject(new Error("Stripe.js could not be loaded"));
  });
  document.head.append(script);
  return promise;
}
