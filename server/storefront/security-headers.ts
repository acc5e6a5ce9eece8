/** Security headers that are the same for every document. */
export const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
};

/** Two years, as the preload lists of browsers require; for https only. */
export const strictTransportSecurity = { "strict-transport-security": "max-age=63072000; includeSubDomains" };

/** Third-party hosts that a document may use. */
export interface AllowedHosts {
  /** Those that may open the browser's payment dialog, for wallets such as Apple Pay. */
  payments: string[];
  scripts: string[];
  frames: string[];
  calls: string[];
}

/** Hosts of Stripe's card form. https://docs.stripe.com/security/guide#content-security-policy */
const stripeHosts: AllowedHosts = {
  payments: ["https://js.stripe.com"],
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  calls: ["https://api.stripe.com"],
};

/** The third-party hosts of a document: Stripe on payment pages of shops that accept cards. */
export const allowedHosts = (path: string, acceptsCards: boolean): AllowedHosts | undefined =>
  acceptsCards && path.startsWith("/payment/") ? stripeHosts : undefined;

const noDevices = "camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()";

/** The permissions policy of a document: no devices, and payment requests by `hosts` alone. */
export const permissionsPolicy = (hosts?: AllowedHosts) =>
  `${noDevices}, payment=(${hosts ? ["self", ...hosts.payments.map((host) => `"${host}"`)].join(" ") : ""})`;

/** The content security policy of a document: its own files, the inline scripts that the app rendered by hash, and `hosts`. */
export function contentSecurityPolicy(inlineScripts: string, origin: string, hosts?: AllowedHosts): string {
  // In some browsers 'self' does not include web sockets.
  const sockets = origin.replace(/^http/, "ws");
  return [
    "default-src 'self'",
    `script-src ${["'self'", inlineScripts, ...(hosts?.scripts ?? [])].filter(Boolean).join(" ")}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", sockets, ...(hosts?.calls ?? [])].join(" ")}`,
    ...(hosts ? [`frame-src ${hosts.frames.join(" ")}`] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}
