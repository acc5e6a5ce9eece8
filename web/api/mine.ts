/** What is kept in this browser under such a name is somebody's own: signing out forgets it. */
export const mine = "mine:";

/** Forgets everything of that kind; a storage that can't be reached has kept nothing. */
export function forgetMine() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(mine)) localStorage.removeItem(name);
  } catch (error) {
    console.error("What was typed here could not be forgotten.", error);
  }
}
