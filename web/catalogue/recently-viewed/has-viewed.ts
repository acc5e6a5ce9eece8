export const storageKey = "recently_viewed";

/** Whether this browser has recently viewed products; cheap, so that the list itself can be loaded later. */
export function hasRecentProducts() {
  try {
    return typeof window !== "undefined" && (localStorage.getItem(storageKey) ?? "[]") !== "[]";
  } catch {
    return false;
  }
}
