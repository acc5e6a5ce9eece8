import type { App, Call } from "#server/platform/app.ts";
import { findClaims, guestCookie } from "#server/platform/auth/caller.ts";
import { type AccessClaims, createSecret, hashSecret } from "#server/platform/auth/tokens.ts";
import { addressOf } from "#server/platform/http/rate-limit.ts";
import { httpOnly, isSecure } from "#server/platform/http/request-origin.ts";

/** IP address, device, user agent, guest id and session of a sign-in. */
export interface Visitor {
  address: string;
  /** Hash of the secret this browser is recognized by. */
  device: Buffer;
  userAgent: string | undefined;
  guestId: string | undefined;
  /** The session that the request proves with its access token, which may have ended; only where it matters. */
  session?: AccessClaims | undefined;
}

/** Who signs in, with the session they have until then. */
export const getVisitorWithSession = async (app: App, call: Call): Promise<Visitor> => ({
  ...getVisitor(app, call),
  session: await findClaims(call.http?.request, app.tokens),
});

const deviceCookie = "device_id";
const deviceCookieSeconds = 400 * 86_400;

/** Who signs in. The device cookie, set if missing, tells a stranger's wrong passwords from the owner's. */
export function getVisitor({ config }: App, { http }: Call): Visitor {
  const request = http?.request;
  const secure = isSecure(config, request);
  const known = request?.cookies[deviceCookie];
  const device = known ?? createSecret();
  if (http && !known)
    http.reply.setCookie(deviceCookie, device, { ...httpOnly, path: "/v1", maxAge: deviceCookieSeconds, secure });
  return {
    address: request ? addressOf(request) : "",
    device: hashSecret(device),
    userAgent: request?.headers["user-agent"],
    guestId: request?.cookies[guestCookie],
  };
}
