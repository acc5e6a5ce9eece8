import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { parseTrustedProxies } from "./http/client-address.ts";
import { StartError } from "./start-error.ts";

const OnOff = z.enum(["0", "1"], "0 or 1").transform((value) => value === "1");
const port = z.coerce.number<string>("a port number from 0 to 65535").int().min(0).max(65_535);

const keyBytes = 32;
const SigningKey = z
  .string()
  .transform((text) => new Uint8Array(Buffer.from(text, "base64")))
  .refine(({ length }) => length >= keyBytes, "at least 32 random bytes in base64, as npm run rotate-key prints");

/** The environment variables. An invalid one ends the start with its name and the expected value. */
const Environment = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "an address such as postgres://user:password@host/database")
    .optional(),
  PUBLIC_URL: z.string().transform(readOrigin).optional(),
  /** The proxies on other machines whose X-Forwarded-For is believed; those on this machine always are. */
  TRUSTED_PROXIES: z.string().transform(readTrustedProxies).optional(),
  /** The name of the shop; overrides the setting. */
  SHOP_NAME: z.string().min(1).max(60).optional(),
  /** The language of texts, prices and dates (BCP 47); overrides the setting. */
  SHOP_LOCALE: z.string().refine(isLocale, "a language such as en, de or de-AT").optional(),
  /** Whether to seed and show the demo shop; by default if the database is embedded and empty. */
  SHOP_DEMO: OnOff.optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_ISSUER: z.url("an address such as https://accounts.google.com").default("https://accounts.google.com"),
  /** The mail server; overrides the setting. Without either, emails are written to DATA_DIR/mail. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, "an address such as smtp://user:password@mail.example:587")
    .optional(),
  /** The sender of emails; overrides the setting. Without either, the contact address of the shop. */
  MAIL_FROM: z.email("an email address such as orders@shop.example").optional(),
  /** The signing key instead of DATA_DIR/signing.key, the same for all machines; and the one before it. */
  SIGNING_KEY: SigningKey.optional(),
  SIGNING_KEY_PREVIOUS: SigningKey.optional(),
  /** The bearer token for /metrics; without it only this machine and administrators can read it. */
  METRICS_TOKEN: z.string().min(16, "at least 16 characters").optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** The API of a test double of Stripe. */
  STRIPE_API_BASE: z.url("an address such as http://127.0.0.1:12111").optional(),
  /** The REST interface of a test double of VIES, the EU's register of VAT IDs. */
  VIES_API_BASE: z.url("an address such as http://127.0.0.1:12112").optional(),
  WORKERS: z.coerce.number<string>("a whole number from 1 to 64").int().min(1).max(64).default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn"),
  KIOSK_DEV: OnOff.default(false),
});
type Environment = z.infer<typeof Environment>;

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment and, for variables not set, `.env`. Throws a StartError that names each invalid one. */
export function readConfig(environment: Record<string, string | undefined> = process.env, folder = process.cwd()) {
  const set = Object.fromEntries(
    Object.entries({ ...dotEnv(folder), ...environment }).filter(([, value]) => value !== ""),
  );
  const read = Environment.safeParse(set);
  if (!read.success) {
    const wrong = read.error.issues.map((issue) => `${issue.path.join(".")} should be: ${issue.message}`);
    throw new StartError(`The shop can't start with these settings. ${wrong.join("; ")}.`);
  }
  const env = read.data;
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(folder, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUSTED_PROXIES ?? { networks: [] },
    shopName: env.SHOP_NAME,
    shopLocale: env.SHOP_LOCALE,
    demo: env.SHOP_DEMO,
    google: googleOf(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    signingKey: env.SIGNING_KEY,
    previousSigningKey: env.SIGNING_KEY_PREVIOUS,
    metricsToken: env.METRICS_TOKEN,
    stripe: stripeOf(env),
    stripeApiBase: env.STRIPE_API_BASE,
    viesApiBase: env.VIES_API_BASE,
    workers: env.WORKERS,
    logLevel: env.LOG_LEVEL,
    development: env.KIOSK_DEV,
  };
}

function googleOf({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  OIDC_ISSUER: issuer,
}: Environment) {
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined;
}

/** The origin of an address, as browsers write it: a path, query or password would be lost where it is used. */
function readOrigin(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !text.endsWith("?");
  if (isOrigin) return url.origin;
  const message = "an address with http or https and without path, such as https://shop.example";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

function readTrustedProxies(text: string, context: z.RefinementCtx) {
  try {
    return parseTrustedProxies(text);
  } catch {
    const message =
      "addresses or networks with commas between, such as 10.0.0.0/8, or the number of proxies, such as 1";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiBase: string | undefined;
  /** Time limit of requests to Stripe. */
  timeoutMs?: number | undefined;
}

/** All settings of Stripe or none: without the webhook secret, payments would never be confirmed. */
function stripeOf(env: Environment): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = env;
  const account = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
  const missing = Object.entries(account).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3) return undefined;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET)
    throw new StartError(`Stripe needs all three of its settings. Missing: ${missing.join(", ")}.`);
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBase: STRIPE_API_BASE,
  };
}

function dotEnv(folder: string) {
  try {
    return parseEnv(readFileSync(resolve(folder, ".env"), "utf8"));
  } catch {
    return {};
  }
}
