/** The part of Stripe.js the shop uses. https://docs.stripe.com/js */
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

// The release of the server's API version; Stripe requires it from its own host.
const address = "https://js.stripe.com/endive/stripe.js";
let loading: Promise<void> | undefined;

/** Loads Stripe's script, on the payment page only. */
export async function loadStripe(publishableKey: string): Promise<StripeJs> {
  if (!isPaymentDocument()) return reloadPage();
  loading ??= loadScript();
  await loading;
  if (!window.Stripe) throw new Error("Stripe.js did not start");
  return window.Stripe(publishableKey);
}

/** Only documents of the payment page may load it (CSP); others reload. */
function isPaymentDocument() {
  const [entry] = performance.getEntriesByType("navigation");
  return !entry || new URL(entry.name).pathname.startsWith("/payment/");
}

function reloadPage(): Promise<never> {
  location.reload();
  return new Promise<never>(() => {});
}

function loadScript(): Promise<void> {
  const script = document.createElement("script");
  script.src = address;
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      loading = undefined;
      reject(new Error("Stripe.js could not be loaded"));
    });
    document.head.append(script);
  });
}

/** What the query of a return URL says of the payment with this secret. */
export function returnOutcome(search: string, secret: string): "done" | "failed" | undefined {
  const query = new URLSearchParams(search);
  if (query.get("payment_intent_client_secret") !== secret) return undefined;
  return query.get("redirect_status") === "failed" ? "failed" : "done";
}

/** A shop set to light or dark stays so, whatever the device prefers. */
export const isDarkScheme = (scheme: string) =>
  scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
