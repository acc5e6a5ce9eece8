/** Whole seconds until an instant, never below 0; null where nothing runs out. */
export const secondsLeft = (until: string | null, now: number) =>
  until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));

/** Time left as people say it: "2 days 23 h", "1 h 05 min", "12 min 30 s", "45 s". */
export function timeWords(seconds: number) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days === 1 ? "1 day" : `${days} days`} ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return minutes > 0 ? `${minutes} min ${two(rest)} s` : `${rest} s`;
}

/** The same for those who listen: whole minutes only, so that it is not said anew each second. */
export function spokenTime(seconds: number) {
  const minutes = Math.ceil(seconds / 60);
  if (minutes >= 120) return `About ${Math.round(minutes / 60)} hours left to pay.`;
  return minutes === 1 ? "About 1 minute left to pay." : `About ${minutes} minutes left to pay.`;
}

const two = (figure: number) => String(figure).padStart(2, "0");
