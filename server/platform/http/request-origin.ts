import type { FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config.ts";

/** The shop's origin: PUBLIC_URL, otherwise from the Host header; undefined if that is invalid. */
export function requestOrigin(
  { publicUrl }: Pick<Config, "publicUrl">,
  request: Pick<FastifyRequest, "host" | "protocol">,
) {
  if (publicUrl) return publicUrl;
  const { host } = request;
  const isValid = host.length <= 100 && /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(host);
  return isValid ? `${request.protocol}://${host}` : undefined;
}
