import { useDeferredValue, useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether script runs here: false on the server and while the page comes to life, so that both draw the same. What comes then
 * is drawn piece by piece, not in one go.
 */
export const useAlive = () =>
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  );
