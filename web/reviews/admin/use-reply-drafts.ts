import { useEffect, useMemo, useState } from "react";
import { useSessionDraft } from "#web/ui/forms/unsaved/session-draft.ts";
import { guardChanges } from "#web/ui/forms/unsaved/unsaved-changes.ts";

/** An unsaved reply, and the reply that it changes. */
interface ReplyDraft {
  text: string;
  base: string;
}

/** Stores unsaved replies while the page is open, also of reviews that have left the list, and when the session ends. */
export function useReplyDrafts() {
  const [stored, setStored] = useState(() => new Map<number, ReplyDraft>());
  const [isUnsaved, setUnsaved] = useState(false);
  useEffect(() => (isUnsaved ? guardChanges({ isUnsaved: () => true }) : undefined), [isUnsaved]);
  useSessionDraft<Map<number, ReplyDraft>>("review replies", {
    getDraft: () => (stored.size > 0 ? stored : undefined),
    restore: (drafts) => {
      setStored(drafts);
      setUnsaved(true);
    },
  });
  return useMemo(
    () => ({
      of: (reviewId: number) => stored.get(reviewId),
      keep: (reviewId: number, draft: ReplyDraft) => {
        stored.set(reviewId, draft);
        setUnsaved(true);
      },
      drop: (reviewId: number) => {
        stored.delete(reviewId);
        setUnsaved(stored.size > 0);
      },
    }),
    [stored],
  );
}

export type ReplyDrafts = ReturnType<typeof useReplyDrafts>;
