/** Differences below this are latency and rounding to seconds. */
const toleranceMs = 2000;

/** How far this device's clock is ahead of the server's. */
let aheadMs = 0;

/** Updates the difference from a response's Date header. */
export function syncShopClock({ headers }: Response) {
  const measured = Date.now() - Date.parse(headers.get("date") ?? "");
  if (Math.abs(measured - aheadMs) > toleranceMs) aheadMs = measured;
}

/** The server's time for a time of this device, whose clock may be wrong. */
export const shopTime = (deviceTime: number) => deviceTime - aheadMs;
