/** Delay after the last key before suggestions are fetched. */
export const searchDelayMs = 500;
export const minSearchLength = 2;

export const isSearchable = (text: string) => text.trim().length >= minSearchLength;

/**
 * Calls `tell` with the last value once `ms` passed without another. `now` calls it at once and drops a waiting value.
 */
export function debounce<Value>(callback: (value: Value) => void, ms = searchDelayMs) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    later: (value: Value) => {
      stop();
      timer = setTimeout(() => callback(value), ms);
    },
    now: (value: Value) => {
      stop();
      callback(value);
    },
  };
}
