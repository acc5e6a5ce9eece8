import { useEffect, useState } from "react";

/** Calls `ask` at once and then every `everyMs`, while it `isOn`. */
export function usePoll(isOn: boolean, ask: () => unknown, everyMs: number) {
  useEffect(() => {
    if (!isOn) return;
    ask();
    const timer = setInterval(ask, everyMs);
    return () => clearInterval(timer);
  }, [isOn, ask, everyMs]);
}

/** The time in milliseconds, updated every `everyMs`; null stops it. */
export function useNow(everyMs: number | null) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
