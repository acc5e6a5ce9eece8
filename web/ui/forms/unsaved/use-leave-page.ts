import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { create } from "zustand";
import { noUnsavedChanges } from "#web/ui/overlay/dialog-store.ts";

/** The page that is being left. */
const useLeaving = create<{ page: string | undefined }>(() => ({ page: undefined }));

/** Whether the page is being left for another, so that nothing typed now would stay. */
export function useIsLeaving() {
  const page = usePage();
  return useLeaving((leaving) => leaving.page === page);
}

/**
 * Returns a function that leaves this page for another without asking about unsaved changes, as they are saved or their
 * record is deleted. Once another page is shown it does nothing, as the answer that it follows came too late.
 */
export function useLeavePage() {
  const navigate = useNavigate();
  const page = usePage();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = page;
    return () => {
      shown.current = undefined;
      if (useLeaving.getState().page === page) useLeaving.setState({ page: undefined });
    };
  }, [page]);
  return useCallback(
    async (to: string, { replace = false } = {}) => {
      if (shown.current !== page) return;
      useLeaving.setState({ page });
      await navigate(to, { replace, state: noUnsavedChanges });
    },
    [navigate, page],
  );
}

function usePage() {
  const { pathname, search } = useLocation();
  return pathname + search;
}
