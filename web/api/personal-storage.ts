/** Prefix of personal data in localStorage, removed on sign-out. */
export const personalKeyPrefix = "mine:";

/** Removes all personal data from localStorage. */
export function clearPersonalStorage() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(personalKeyPrefix)) localStorage.removeItem(name);
  } catch (error) {
    console.error("The personal data could not be removed.", error);
  }
}
