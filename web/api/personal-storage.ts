/** What is kept in this browser under such a name is somebody's own: signing out forgets it. */
export const personalKeyPrefix = "mine:";

/** Forgets everything of that kind; a storage that can't be reached has kept nothing. */
export function clearPersonalStorage() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(personalKeyPrefix)) localStorage.removeItem(name);
  } catch (error) {
    console.error("What was typed here could not be forgotten.", error);
  }
}
