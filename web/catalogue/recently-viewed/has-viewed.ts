import { personalKeyPrefix, storedText } from "#web/api/browser-storage.ts";

export const recentStorage = storedText(() => localStorage, `${personalKeyPrefix}recently_viewed`);

/** Whether this browser has recently viewed products; cheap, so that the list itself can be loaded later. */
export const hasRecentProducts = () => (recentStorage.read() ?? "[]") !== "[]";
