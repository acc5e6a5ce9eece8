import type { FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config.ts";

/** Options of cookies that scripts don't read. */
export const httpOnly = { httpOnly: true, sameSite: "lax" } as const;

/** Whether the browser has an encrypted connection, for cookies. */
export const isSecure = (
  { publicUrl }: Pick<Config, "publicUrl">,
  request: Pick<FastifyRequest, "protocol"> | undefined,
): boolean => request?.protocol === "https" || (publicUrl?.startsWith("https:") ?? false);

/**
 * The shop's origin: PUBLIC_URL, otherwise from the Host header; undefined if that is invalid. Not from X-Forwarded-Host,
 * which many proxies pass on as a client sent it. What X-Forwarded-Proto says is https or nothing.
 */
export function requestOrigin(
  { publicUrl }: Pick<Config, "publicUrl">,
  request: Pick<FastifyRequest, "headers" | "protocol">,
) {
  if (publicUrl) return publicUrl;
  const { host = "" } = request.headers;
  const isValid = host.length <= 100 && /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(host);
  return isValid ? `${request.protocol === "https" ? "https" : "http"}://${host}` : undefined;
}
