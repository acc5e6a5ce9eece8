import { createContext, useContext } from "react";

/** True on pages that the user may see but not change. */
export const ReadOnlyContext = createContext(false);

/** Whether the page may not be changed: controls that would change something are not shown. */
export const useReadOnly = () => useContext(ReadOnlyContext);
