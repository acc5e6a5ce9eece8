import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { signInlineScripts } from "./inline-scripts.ts";

const sha256 = (text: string) => hash("sha256", text, "base64");

test("3.4.3 only inline scripts with the nonce of their rendering are allowed, and the nonce is removed", () => {
  const document = `<script nonce="n1">say("Grüße")</script><script>alert("injected")</script>
    <script nonce="n2">alert("guessed")</script><script nonce="n1" type="module" src="/b.js"></script>
    <p title="&lt;script nonce=&quot;n1&quot;&gt;"></p>`;
  const { html, sources } = signInlineScripts(Buffer.from(document), "n1", sha256);
  expect(sources).toBe(`'sha256-${sha256('say("Grüße")')}'`);
  expect(html.toString()).toBe(document.replaceAll(' nonce="n1"', ""));
});
