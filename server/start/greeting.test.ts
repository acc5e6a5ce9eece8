import { expect, onTestFinished, test, vi } from "vitest";
import { printGreeting } from "./greeting.ts";

test.each([
  [{ host: "127.0.0.1", publicUrl: undefined }, true, undefined],
  [{ host: "127.0.0.1", publicUrl: "https://shop.example" }, true, "PUBLIC_URL=https://shop.example"],
  [{ host: "0.0.0.0", publicUrl: undefined }, true, "HOST=0.0.0.0"],
  [{ host: "0.0.0.0", publicUrl: "https://shop.example" }, false, undefined],
])("6.3.2 a demo shop that others can reach is warned of at its start: %j", (config, demo, why) => {
  const [log, warn] = [vi.spyOn(console, "log"), vi.spyOn(console, "warn")];
  for (const spy of [log, warn]) {
    spy.mockReturnValue(undefined);
    onTestFinished(() => spy.mockRestore());
  }
  printGreeting(config, 8080, demo);
  expect(log.mock.calls.flat().join("").includes("admin-kiosk")).toBe(demo);
  expect(warn.mock.calls.flat()).toEqual(why ? [expect.stringContaining(why)] : []);
});
