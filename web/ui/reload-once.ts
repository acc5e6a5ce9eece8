/**
 * After a new version is put live, a page still open asks for parts that are gone: reloading brings the new one.
 * Returns false where that was tried already for the same failure, so that it never becomes a loop.
 */
export function reloadOnce(error: unknown) {
  const key = `reloaded: ${error instanceof Error ? error.message : String(error)}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, new Date().toISOString());
  } catch {
    // Without storage there is no telling whether this is the second time.
    return false;
  }
  location.reload();
  return true;
}
