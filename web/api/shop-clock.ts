/** Less than this may be the way of the answer, and what a date leaves out of its last second. */
const toleranceMs = 2000;

/** How far the clock of this device is ahead of the shop's. */
let aheadMs = 0;

/** Learns from an answer what time it is at the shop. */
export function syncShopClock({ headers }: Response) {
  const measured = Date.now() - Date.parse(headers.get("date") ?? "");
  if (Math.abs(measured - aheadMs) > toleranceMs) aheadMs = measured;
}

/** What time it is at the shop when this device shows `here`: clocks of devices are wrong by hours. */
export const shopTime = (here: number) => here - aheadMs;
