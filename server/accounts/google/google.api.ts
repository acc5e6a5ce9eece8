import type { FastifyReply, FastifyRequest } from "fastify";
import { getVisitorWithSession } from "#server/accounts/sign-in/visitor.ts";
import type { App, Call } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { httpOnly, requestOrigin } from "#server/platform/http/request-origin.ts";
import { exchangeCode, GoogleSignInError, googleSignIn } from "./google.ts";

const stateCookie = "sign_in_visit";
const cookiePath = "/v1/auth";
const cookieSeconds = 660;

/** Redirects to the provider and back. Errors are shown on /login-success. */
export function googleRoutes(app: App) {
  const { begin, finish } = googleSignIn(app);

  app.handle("GET /auth/login/google", (_input, call) =>
    redirectBrowser(call, async ({ request, reply }) => {
      const { visit, address } = await begin(callbackUrl(app, request));
      const secure = getOrigin(app, request).startsWith("https:");
      reply.setCookie(stateCookie, visit, { ...httpOnly, path: cookiePath, maxAge: cookieSeconds, secure });
      return address;
    }),
  );
  app.handle("GET /auth/login/google/callback", (_input, call) =>
    redirectBrowser(call, async ({ request }) => {
      const back = new URL(request.url, getOrigin(app, request));
      const code = await finish(request.cookies[stateCookie], back);
      // Browsers don't send the fragment to servers, so the code is not logged.
      return `/login-success#code=${code}`;
    }),
  );
  app.handle("POST /auth/exchange", async ({ body }, call) => {
    const visit = call.http?.request.cookies[stateCookie];
    const signedIn = await exchangeCode(app, body.code, visit, await getVisitorWithSession(app, call));
    call.http?.reply.clearCookie(stateCookie, { path: cookiePath });
    return signedIn;
  });
}

/** Redirects to the address `work` returns, or to the error page. */
async function redirectBrowser(
  { http }: Call,
  work: (http: { request: FastifyRequest; reply: FastifyReply }) => Promise<string>,
) {
  if (!http) return;
  const address = await work(http).catch((error: unknown) => {
    if (!(error instanceof GoogleSignInError)) throw error;
    return `/login-success?problem=${error.problem}`;
  });
  await http.reply.header("cache-control", "no-store").redirect(address, 302);
}

function getOrigin({ config }: App, request: FastifyRequest) {
  const origin = requestOrigin(config, request);
  if (!origin) throw new Problem("bad_input");
  return origin;
}
const callbackUrl = (app: App, request: FastifyRequest) => `${getOrigin(app, request)}/v1/auth/login/google/callback`;
