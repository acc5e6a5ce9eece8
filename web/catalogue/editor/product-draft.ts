import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
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
    const draft = userId === null ? undefined : takeDraft(userId, path);
    if (!draft) return;
    latest.current.restore(draft);
    toast({ title: "Your unsaved changes are restored" });
  }, [path]);
  useEffect(
    () =>
      onUserChange((_, { userId }) => {
        const draft = userId === null ? undefined : latest.current.getDraft();
        if (userId === null || !draft || !storeDraft(userId, path, draft)) return;
        latest.current.onStored();
        toast({
          title: "Your session has ended",
          description: `Your changes to ${draft.fields.name || "the product"} are stored in this tab.`,
          action: { label: "Sign in and continue", onClick: () => void openSignIn(() => void navigate(path)) },
        });
      }),
    [path, navigate],
  );
}

const keyOf = (userId: string, path: string) => `product draft ${userId} ${path}`;

/** False where the browser's storage is full or blocked. */
function storeDraft(userId: string, path: string, draft: ProductDraft) {
  try {
    sessionStorage.setItem(keyOf(userId, path), JSON.stringify(draft));
    return true;
  } catch (error) {
    console.error("The unsaved product could not be stored.", error);
    return false;
  }
}

/** Reads a draft and removes it. */
function takeDraft(userId: string, path: string): ProductDraft | undefined {
  try {
    const key = keyOf(userId, path);
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as ProductDraft);
  } catch (error) {
    console.error("The stored product could not be read.", error);
    return undefined;
  }
}
