/** The response header, not sent to browsers, with the sources of the content security policy that allow the inline scripts. */
export const inlineScriptsHeader = "x-inline-scripts";

/**
 * The hashes of the inline scripts that were rendered with this nonce, and the document without it. A script that got into the
 * document any other way has no nonce, so no browser runs it. `sha256` gives base64. Nonces are removed, as a cached
 * document is sent many times.
 */
export function signInlineScripts(
  document: Buffer,
  nonce: string,
  sha256: (text: string) => string,
): { html: Buffer<ArrayBuffer>; sources: string } {
  const attribute = ` nonce="${nonce}"`;
  const text = document.toString("utf8");
  const sources = new Set<string>();
  for (const [, attributes = "", script = ""] of text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(attribute) && !/\ssrc=/.test(attributes)) sources.add(`'sha256-${sha256(script)}'`);
  return { html: Buffer.from(text.replaceAll(attribute, "")), sources: [...sources].join(" ") };
}
