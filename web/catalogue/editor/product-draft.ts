import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { storedValue } from "#web/api/browser-storage.ts";
import { onUserChange, useSession } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import type { ProductFields } from "./product-fields.ts";

/** Unsaved changes of a product. */
export interface ProductDraft {
  /** The version they started from, null for a new product. */
  version: number | null;
  base: ProductFields;
  fields: ProductFields;
  /** Images uploaded for it. */
  uploaded: number[];
}
interface Editor {
  /** The unsaved changes of this moment; undefined when there are none. */
  getDraft: () => ProductDraft | undefined;
  restore: (draft: ProductDraft) => void;
  onStored: () => void;
}

/** Stores unsaved changes in the tab when the session ends, and restores them when the user opens the page again. */
export function useProductDraft(editor: Editor) {
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const navigate = useNavigate();
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  useEffect(() => {
    const { userId } = useSession.getState();
    if (userId === null) return;
    const stored = storedDraft(userId, path);
    const draft = stored.read() as ProductDraft | null;
    stored.clear();
    if (!draft) return;
    latest.current.restore(draft);
    toast({ title: "Your unsaved changes are restored" });
  }, [path]);
  useEffect(
    () =>
      onUserChange((_, { userId }) => {
        const draft = userId === null ? undefined : latest.current.getDraft();
        if (userId === null || !draft || !storedDraft(userId, path).write(draft)) return;
        latest.current.onStored();
        toast({
          title: "Your session has ended",
          description: `Your changes to ${draft.fields.name || "the product"} are stored in this tab.`,
          action: {
            label: "Sign in and continue",
            onClick: () => void openSignIn(() => void navigate(path), false, path),
          },
        });
      }),
    [path, navigate],
  );
}

const storedDraft = (userId: string, path: string) =>
  storedValue(() => sessionStorage, `product draft ${userId} ${path}`);
