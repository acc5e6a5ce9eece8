import { useState } from "react";

/**
 * The text of a field that is saved by itself: the saved one until something is typed, which then stays when somebody
 * else saves another.
 */
export function useTypedText(saved: string) {
  const [typed, setTyped] = useState<string>();
  if (typed === saved) setTyped(undefined);
  return [typed ?? saved, setTyped] as const;
}
