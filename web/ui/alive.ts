import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether script runs here: false on the server and while the page comes to life, so that both draw the same. */
export const useAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
