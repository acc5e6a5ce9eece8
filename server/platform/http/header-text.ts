import type { IncomingHttpHeaders } from "node:http";

/** The text of a request header; one that was sent several times is joined by commas, as HTTP does. */
export function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value: unknown = headers[name];
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((part) => typeof part === "string").join(", ") : undefined;
}
