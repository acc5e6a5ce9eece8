import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The provider's users by sign-in name. */
export type Directory = Record<string, { email?: string; email_verified?: boolean; name?: string }>;
export const client = { id: "kiosk", secret: "a-secret-of-the-shop-and-the-provider" };

/** A real OpenID provider on this machine. Everyone in `people` can sign in with any password. */
export async function openIdProvider(people: Directory, redirectUri: string) {
  // It logs a warning about the Node version.
  const { Provider } = await quietly(() => import("oidc-provider"));
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await quietly(
    async () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [redirectUri],
            grant_types: ["authorization_code"],
            response_types: ["code"],
          },
        ],
        // As Google does: the id token contains the claims.
        conformIdTokenClaims: false,
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
        findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
        cookies: { keys: ["cookies of a test"] },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        pkce: { required: () => true },
      }),
  );
  server.on("request", provider.callback());
  return { issuer, stop: () => new Promise<void>((done) => server.close(() => done()).closeAllConnections()) };
}

async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  console.warn = console.info = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** Goes through the provider's pages as a browser does. Returns the address it is redirected to. */
export async function passProvider(address: string, login: string, { refuse = false } = {}): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(address);
  let form: string | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(next, {
      redirect: "manual",
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    form = undefined;
    const location = response.headers.get("location");
    if (location) {
      next = new URL(location, next);
      if (next.pathname.includes("/auth/login/google/callback")) return next;
      continue;
    }
    const page = await response.text();
    if (!next.pathname.startsWith("/interaction/")) throw new Error(`The provider says: ${page.slice(0, 500)}`);
    if (refuse) {
      next = new URL(`${next.pathname}/abort`, next);
      continue;
    }
    form = page.includes('value="login"')
      ? `prompt=login&login=${encodeURIComponent(login)}&password=any`
      : "prompt=consent";
  }
  throw new Error("The provider did not redirect back.");
}
