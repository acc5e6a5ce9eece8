const key = "dashboard-sidebar";

/** Whether the sidebar was left open on a wide screen, in this browser; closed at first. */
export function wasSidebarOpen(): boolean {
  try {
    return localStorage.getItem(key) === "open";
  } catch {
    return false;
  }
}

/** Remembers how the sidebar was left. */
export function rememberSidebar(open: boolean) {
  try {
    localStorage.setItem(key, open ? "open" : "closed");
  } catch {
    // A browser that stores nothing starts with it closed.
  }
}
