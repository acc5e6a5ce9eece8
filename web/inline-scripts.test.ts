import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { signInlineScripts } from "./inline-scripts.ts";

test("3.4.3 only inline scripts with the nonce of their rendering are allowed, and the nonce is removed", () => {
  const document = `<script nonce="n1">say("Grüße")</script><script>alert("injected")</script>
    <script nonce="n2">alert("guessed")</script><script nonce="n1" type="module" src="/b.js"></script>
    <p title="&lt;script nonce=&quot;n1&quot;&gt;"></p>`;
  const { html, sources } = signInlineScripts(Buffer.from(document), "n1");
  expect(sources).toBe(`'sha256-${hash("sha256", 'say("Grüße")', "base64")}'`);
  expect(html.toString()).toBe(document.replaceAll(' nonce="n1"', ""));
});
