import { expect, test } from "vitest";
import { trackingLink } from "./tracking-links.ts";

test("A6 a tracking number of a known carrier has a link", () => {
  expect(trackingLink("DHL Paket", "0034 0434 1")).toBe(
    "https://www.dhl.com/global-en/home/tracking.html?tracking-id=003404341",
  );
  expect(trackingLink("ups", "1Z/2")).toBe("https://www.ups.com/track?tracknum=1Z%2F2");
  expect(trackingLink("Groups & Co", "1")).toBeUndefined();
  expect(trackingLink("DHL", " ")).toBeUndefined();
  expect(trackingLink(null, "1")).toBeUndefined();
});
