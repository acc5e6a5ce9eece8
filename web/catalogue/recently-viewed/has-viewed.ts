export const viewedKey = "recently_viewed";

/** Whether this browser remembers any product that was looked at; what it remembers is read by those who show it. */
export function hasViewed() {
  try {
    return typeof window !== "undefined" && (localStorage.getItem(viewedKey) ?? "[]") !== "[]";
  } catch {
    return false;
  }
}
