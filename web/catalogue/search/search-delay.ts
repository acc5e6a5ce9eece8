/** Search is asked for when nothing was typed for this long. */
export const searchDelayMs = 500;
/** Fewer characters are no search. */
export const searchLeast = 2;

/** Whether there is enough to search for. */
export const isSearchable = (text: string) => text.trim().length >= searchLeast;

/** Tells the last of several values once no other came for `ms`. `now` tells one at once in place of what waits. */
export function settling<Value>(tell: (value: Value) => void, ms = searchDelayMs) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    later: (value: Value) => {
      stop();
      timer = setTimeout(() => tell(value), ms);
    },
    now: (value: Value) => {
      stop();
      tell(value);
    },
  };
}
