import type * as OpenIdClient from "openid-client";
import { sendVerification } from "#server/accounts/recovery/email-verification.ts";
import { issueToken, redeemToken, tokenSecret } from "#server/accounts/recovery/one-time-tokens.ts";
import { registerUser } from "#server/accounts/registration.ts";
import { completeSignIn, isBlocked } from "#server/accounts/sign-in/complete-sign-in.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { findUserByEmail, findUserById, lockUserById, type User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { findIdentity, insertIdentity, renameProvider } from "./identities.sql.ts";

/** Errors of a sign-in with the provider; `/login-success` shows a message for each. */
export type GoogleProblem =
  | "google_not_set_up"
  | "google_unreachable"
  | "google_refused"
  | "google_expired"
  | "google_failed"
  | "google_email_taken"
  | "google_no_email"
  | "account_blocked";
export class GoogleSignInError extends Error {
  readonly problem: GoogleProblem;

  constructor(problem: GoogleProblem) {
    super(problem);
    this.problem = problem;
  }
}

interface Provider {
  client: typeof OpenIdClient;
  config: OpenIdClient.Configuration;
}
interface Claims {
  /** The provider that vouches, as subjects are its own. */
  issuer: string;
  subject: string;
  email: string | undefined;
  isVerified: boolean;
  fullname: string | undefined;
}

const uniqueViolation = "23505";
const stateMinutes = 10;
const exchangeSeconds = 60;

/** Signs in with Google or another OpenID provider. A cookie in the browser holds the id of each attempt. */
export function googleSignIn(app: App) {
  const provider = createProvider(app);

  /** The provider's address. State, nonce and verifier are derived from the attempt's id and not stored. */
  const begin = async (returnTo: string): Promise<{ visit: string; address: string }> => {
    const { client, config } = await provider();
    const { id: visit } = await issueToken(app, app.db, { purpose: "oauth_state", seconds: stateMinutes * 60 });
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: returnTo,
      scope: "openid email profile",
      state: tokenSecret(app, "oauth_state", visit),
      nonce: nonceOf(app, visit),
      code_challenge: await client.calculatePKCECodeChallenge(verifierOf(app, visit)),
      code_challenge_method: "S256",
    });
    return { visit, address: address.href };
  };

  /** The claims of the provider's response, once. Throws `GoogleSignInError`. */
  const getClaims = async (visit: string | undefined, back: URL): Promise<Claims> => {
    const state = back.searchParams.get("state") ?? "";
    if (!visit || state !== tokenSecret(app, "oauth_state", visit)) throw new GoogleSignInError("google_expired");
    await redeemToken(app.db, ["oauth_state"], state).catch(() => {
      throw new GoogleSignInError("google_expired");
    });
    if (back.searchParams.get("error") === "access_denied") throw new GoogleSignInError("google_refused");
    const { client, config } = await provider();
    const tokens = await client
      .authorizationCodeGrant(config, back, {
        pkceCodeVerifier: verifierOf(app, visit),
        expectedState: state,
        expectedNonce: nonceOf(app, visit),
        idTokenExpected: true,
      })
      .catch((error: { code?: string }) => {
        app.log.warn({ code: error.code }, "a response of the sign-in provider was rejected");
        throw new GoogleSignInError("google_failed");
      });
    return claimsOf(tokens.claims());
  };

  /** Creates a code that the page exchanges for a session: URLs never contain tokens. */
  const finish = async (visit: string | undefined, back: URL): Promise<string> => {
    const claims = await getClaims(visit, back);
    const bound = [visit ?? ""];
    const give = () => inTransaction(app.db, (tx) => createExchangeCode(app, tx, claims, bound));
    // Two concurrent first sign-ins: the second finds the account the first created.
    const id = await give().catch((error: { code?: string }) => {
      if (error.code === uniqueViolation) return give();
      throw error;
    });
    return tokenSecret(app, "oauth_exchange", id, ...bound);
  };

  return { begin, finish };
}

/** Exchanges a code for a session, once, in the browser that began. Throws as `completeSignIn`, and `link_expired`. */
export const exchangeCode = (app: App, code: string, visit: string | undefined, visitor: Visitor) =>
  completeSignIn(app, visitor, async (tx) => {
    const { id, user_id: userId } = await redeemToken(tx, ["oauth_exchange"], code);
    if (userId === null || code !== tokenSecret(app, "oauth_exchange", id, visit ?? ""))
      throw new Problem("link_expired");
    return assertFound(await lockUserById(tx, userId));
  });

/** Discovers the provider on the first sign-in; retried after a failure. */
function createProvider({ config: { google }, log }: App): () => Promise<Provider> {
  let provider: Promise<Provider> | undefined;
  const discover = async ({ issuer, clientId, clientSecret }: NonNullable<typeof google>): Promise<Provider> => {
    const client = await import("openid-client");
    // Plain http only for a provider on this machine, as in tests.
    const execute = /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(issuer) ? [client.allowInsecureRequests] : [];
    const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: 10 });
    return { client, config };
  };
  return () => {
    if (!google) return Promise.reject(new GoogleSignInError("google_not_set_up"));
    provider ??= discover(google).catch((error: { code?: string }) => {
      provider = undefined;
      log.warn({ code: error.code }, "the sign-in provider is unavailable");
      throw new GoogleSignInError("google_unreachable");
    });
    return provider;
  };
}

/** The name that identities of an issuer are stored with. */
const issuerName = (issuer: string) => issuer.replace(/\/$/, "");

/** Identities stored before by the name of the button belong to the issuer that is configured. */
export const nameIdentityIssuer = async ({ config: { google }, db }: Pick<App, "config" | "db">) =>
  void (google && (await renameProvider(db, "google", issuerName(google.issuer))));

const nonceOf = ({ tokens }: App, visit: string) => tokens.derive("oauth_nonce", visit);
const verifierOf = ({ tokens }: App, visit: string) => tokens.derive("oauth_verifier", visit);

function claimsOf(claims: OpenIdClient.IDToken | undefined): Claims {
  if (!claims) throw new GoogleSignInError("google_failed");
  const text = (claim: unknown) => (typeof claim === "string" && claim !== "" ? claim : undefined);
  return {
    issuer: issuerName(claims.iss),
    subject: claims.sub,
    email: text(claims.email),
    isVerified: claims.email_verified === true,
    fullname: text(claims.name),
  };
}

/** Creates an exchange code for the user's account and returns its id. */
async function createExchangeCode(app: App, tx: Tx, claims: Claims, bound: string[]): Promise<string> {
  const person = await findOrCreateUser(app, tx, claims);
  if (isBlocked(person)) throw new GoogleSignInError("account_blocked");
  const token = { purpose: "oauth_exchange", userId: person.id, seconds: exchangeSeconds, bound } as const;
  return (await issueToken(app, tx, token)).id;
}

/**
 * Finds or creates the account for these claims. Links an existing account only if both the provider and the shop have
 * verified the address; otherwise the user has to sign in as before.
 */
async function findOrCreateUser(
  app: App,
  tx: Tx,
  { issuer, subject, email, isVerified, fullname }: Claims,
): Promise<User> {
  const known = await findIdentity(tx, issuer, subject);
  if (known !== undefined) return assertActive(await findUserById(tx, known));
  if (!email) throw new GoogleSignInError("google_no_email");
  const same = await findUserByEmail(tx, email);
  if (same && !(isVerified && same.email_verified_at)) throw new GoogleSignInError("google_email_taken");
  const person = same ?? (await registerUser(app, tx, { email, fullname, password_hash: null, verified: isVerified }));
  await insertIdentity(tx, { userId: person.id, provider: issuer, subject, email });
  if (!same) await sendVerification(app, tx, person);
  return person;
}

function assertActive(person: User | undefined): User {
  if (!person) throw new GoogleSignInError("account_blocked");
  return person;
}
