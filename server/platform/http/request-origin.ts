import type { FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config.ts";

/** Where the browser says the shop is, when that is an address at all. With PUBLIC_URL set nobody is asked. */
export function requestOrigin(
  { publicUrl }: Pick<Config, "publicUrl">,
  request: Pick<FastifyRequest, "host" | "protocol">,
) {
  if (publicUrl) return publicUrl;
  const { host } = request;
  const sound = host.length <= 100 && /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i.test(host);
  return sound ? `${request.protocol}://${host}` : undefined;
}
