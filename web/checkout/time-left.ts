import { formatShopNumber, say, sayCount } from "#words/say.ts";

/** Whole seconds until an instant, at least 0; null without a deadline. */
export const secondsLeft = (until: string | null, now: number) =>
  until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));

/** "2 days 23 h", "1 h 05 min", "12 min 30 s", "45 s". */
export function formatTimeLeft(seconds: number) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const days = Math.floor(hours / 24);
  if (days > 0) return sayCount("1 day {hours} h", "{n} days {hours} h", days, { hours: formatShopNumber(hours % 24) });
  if (hours > 0) return say("{hours} h {minutes} min", { hours: formatShopNumber(hours), minutes: padTwo(minutes) });
  return minutes > 0
    ? say("{minutes} min {seconds} s", { minutes: formatShopNumber(minutes), seconds: padTwo(rest) })
    : say("{seconds} s", { seconds: formatShopNumber(rest) });
}

/** The time left for screen readers, in whole minutes. */
export function announceTimeLeft(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  if (minutes >= 120)
    return sayCount("About 1 hour left to pay", "About {n} hours left to pay", Math.round(minutes / 60));
  return sayCount("About 1 minute left to pay", "About {n} minutes left to pay", minutes);
}

const padTwo = (figure: number) => formatShopNumber(figure).padStart(2, formatShopNumber(0));
