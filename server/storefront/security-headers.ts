import { hash } from "node:crypto";

/** Headers that say what a document may do, the same for every page. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
};

/** Two years, as browsers' preload lists ask. Only where the shop is reached by https. */
export const strictTransportSecurity = { "strict-transport-security": "max-age=63072000; includeSubDomains" };

/** Hosts of somebody else that a document may load from. */
export interface AllowedHosts {
  scripts: string[];
  frames: string[];
  calls: string[];
}

/** What Stripe needs to take a card. https://docs.stripe.com/security/guide#content-security-policy */
const stripeHosts: AllowedHosts = {
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  calls: ["https://api.stripe.com"],
};

/** The guests of a document at this path: Stripe where it takes cards, and nobody anywhere else. */
export const allowedHosts = (path: string, takesCards: boolean): AllowedHosts | undefined =>
  takesCards && path.startsWith("/payment/") ? stripeHosts : undefined;

/** The content security policy of one document: its own inline scripts by their hashes, its guests, and nothing else from anywhere. */
export function contentSecurityPolicy(document: Buffer, origin: string, guests?: AllowedHosts): string {
  const scripts = inlineScripts(document).map(hashOf);
  // 'self' covers sockets of the same origin in some browsers only.
  const sockets = origin.replace(/^http/, "ws");
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...new Set(scripts), ...(guests?.scripts ?? [])].join(" ")}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", sockets, ...(guests?.calls ?? [])].join(" ")}`,
    ...(guests ? [`frame-src ${guests.frames.join(" ")}`] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

/** The text of every inline script that would run; data such as ld+json is no script to the browser. */
export function inlineScripts(document: Buffer): Buffer[] {
  const scripts: Buffer[] = [];
  let end = 0;
  for (let at = document.indexOf("<script"); at >= 0; at = document.indexOf("<script", end)) {
    const begin = document.indexOf(">", at) + 1;
    end = document.indexOf("</script>", begin);
    if (end < 0) break;
    const attributes = document.toString("latin1", at, begin);
    const runsHere = !/\bsrc=|\btype="application\/(ld\+)?json"/.test(attributes);
    if (runsHere) scripts.push(document.subarray(begin, end));
  }
  return scripts;
}

const hashOf = (script: Buffer) => `'sha256-${hash("sha256", script, "base64")}'`;
