import { useEffect, useState } from "react";

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
