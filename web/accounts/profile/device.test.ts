import { expect, test } from "vitest";
import { describeDevice } from "./sessions.tsx";

test("R8 a session is described by browser and system", () => {
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
    "Version/18.0 Mobile/15E148 Safari/604.1";
  const edge =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0";
  expect(describeDevice(iphone)).toEqual({ name: "Safari on iPhone", isPhone: true });
  expect(describeDevice(edge)).toEqual({ name: "Edge on Windows", isPhone: false });
  expect(describeDevice("curl/8")).toEqual({ name: "Unknown device", isPhone: false });
  expect(describeDevice(null).name).toBe("Unknown device");
});
