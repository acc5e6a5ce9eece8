import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { noUnsavedChanges } from "#web/ui/overlay/dialog-store.ts";

/**
 * Returns a function that leaves this page for another without asking about unsaved changes, as they are saved or their
 * record is deleted. Once another page is shown it does nothing, as the answer that it follows came too late.
 */
export function useLeavePage() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = page;
    return () => {
      shown.current = undefined;
    };
  }, [page]);
  return useCallback(
    async (to: string, { replace = false } = {}) => {
      if (shown.current === page) await navigate(to, { replace, state: noUnsavedChanges });
    },
    [navigate, page],
  );
}
