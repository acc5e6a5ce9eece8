import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const publicUrl = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }, "/nowhere").publicUrl;

test("PUBLIC_URL is read as browsers write an origin", () => {
  expect(publicUrl("https://shop.example/")).toBe("https://shop.example");
  expect(publicUrl("HTTPS://Shop.Example:443")).toBe("https://shop.example");
  expect(publicUrl("https://läden.example")).toBe("https://xn--lden-loa.example");
  expect(publicUrl("http://127.0.0.1:3000")).toBe("http://127.0.0.1:3000");
  expect(publicUrl("")).toBeUndefined();
});

test.each([
  "https://shop.example/shop",
  "javascript:alert(1)",
  "ftp://shop.example",
  "https://shop.example/?x=1",
  "https://shop.example/#a",
  "https://user:pw@shop.example",
  "shop.example",
])("PUBLIC_URL %s ends the start", (url) => {
  expect(() => publicUrl(url)).toThrow(/PUBLIC_URL should be/);
});
