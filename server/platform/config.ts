import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { StartError } from "./start-error.ts";

const OnOff = z.enum(["0", "1"], "0 or 1").transform((value) => value === "1");
const port = z.coerce.number<string>("a port number from 0 to 65535").int().min(0).max(65_535);

/** What the operator may set; a wrong value ends the start with the variable's name and what it should be. */
const Environment = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "an address such as postgres://user:password@host/database")
    .optional(),
  PUBLIC_URL: z.url("an address such as https://shop.example").optional(),
  SHOP_NAME: z.string().min(1).max(60).default("Kiosk"),
  SHOP_LOCALE: z.string().refine(isLocale, "a language such as en, de or de-AT").optional(),
  SHOP_DEMO: OnOff.optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_ISSUER: z.url("an address such as https://accounts.google.com").default("https://accounts.google.com"),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]+/, "an address such as smtp://user:password@mail.example:587")
    .optional(),
  MAIL_FROM: z.email("an e-mail address such as orders@shop.example").optional(),
  METRICS_TOKEN: z.string().min(16, "at least 16 characters").optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_BASE: z.url("an address such as http://127.0.0.1:12111").optional(),
  WORKERS: z.coerce.number<string>("a whole number from 1 to 64").int().min(1).max(64).default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn"),
  KIOSK_DEV: OnOff.default(false),
});

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  publicUrl: string | undefined;
  shopName: string;
  /** The language of texts, prices and dates (BCP 47), in place of the one among the settings. */
  shopLocale: string | undefined;
  /** Seed and show the demo shop; undefined means: when the database is ours and empty. */
  demo: boolean | undefined;
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  /** The mail server; without one, emails are written to DATA_DIR/mail. */
  smtpUrl: string | undefined;
  /** The sender of emails; the shop's own contact address when left out. */
  mailFrom: string | undefined;
  /** Opens /metrics to whoever carries it as bearer; without it only this machine and administrators read it. */
  metricsToken: string | undefined;
  /** Set up only when all three are there; `apiBase` is where its API is, when not at Stripe. */
  stripe:
    | {
        secretKey: string;
        publishableKey: string;
        webhookSecret: string;
        apiBase: string | undefined;
        /** How long an answer may take. */
        timeoutMs?: number | undefined;
      }
    | undefined;
  workers: number;
  logLevel: z.infer<typeof Environment>["LOG_LEVEL"];
  development: boolean;
}

/** Reads the environment, and `.env` below it where a variable is not set. Throws a StartProblem naming each wrong one. */
export function readConfig(
  environment: Record<string, string | undefined> = process.env,
  folder = process.cwd(),
): Config {
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
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ""),
    shopName: env.SHOP_NAME,
    shopLocale: env.SHOP_LOCALE,
    demo: env.SHOP_DEMO,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET, issuer: env.OIDC_ISSUER }
        : undefined,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    metricsToken: env.METRICS_TOKEN,
    stripe: stripeOf(env),
    workers: env.WORKERS,
    logLevel: env.LOG_LEVEL,
    development: env.KIOSK_DEV,
  };
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** All settings of Stripe or none: without the webhook secret it would take money and never learn that it arrived. */
function stripeOf(env: z.infer<typeof Environment>): Config["stripe"] {
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
