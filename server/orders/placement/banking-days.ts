import { localDay, localTime } from "#server/shop/shop.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * The time after so many minutes of banking days: a transfer isn't booked on Saturdays, Sundays and the days on which the
 * European payment system TARGET is closed, so these don't count. Days are of the shop's time zone.
 */
export function addBankingMinutes(from: Date, minutes: number, timezone: string): Date {
  let [at, left] = [from.getTime(), minutes * minuteMs];
  for (;;) {
    const midnight = nextMidnight(at, timezone);
    if (isBankingDay(localDay(new Date(at), timezone))) {
      if (left <= midnight - at) return new Date(at + left);
      left -= midnight - at;
    }
    at = midnight;
  }
}

/** When the day after that of an instant begins, also where clocks change. */
function nextMidnight(at: number, timezone: string): number {
  const today = localDay(new Date(at), timezone);
  const guess = at + dayMs - sinceMidnight(at, timezone);
  if (localDay(new Date(guess), timezone) === today) return guess + dayMs - sinceMidnight(guess, timezone);
  const midnight = guess - sinceMidnight(guess, timezone);
  // Where clocks go forward at midnight the day begins at 01:00, which is the guess itself.
  return localDay(new Date(midnight), timezone) === today ? guess : midnight;
}

/** Milliseconds on the clock since midnight. */
function sinceMidnight(at: number, timezone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = localTime(new Date(at), timezone).split(":").map(Number);
  return hours * hourMs + minutes * minuteMs + seconds * 1000 + (at % 1000);
}

const closed = new Set(["01-01", "05-01", "12-25", "12-26"]);

/** Whether transfers are booked on a day (`YYYY-MM-DD`). */
export function isBankingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6 || closed.has(day.slice(5))) return false;
  const fromEaster = (Date.parse(day) - easterSunday(Number(day.slice(0, 4)))) / dayMs;
  return fromEaster !== -2 && fromEaster !== 1;
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): number {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const moon = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moon + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * correction + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}
