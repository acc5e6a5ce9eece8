import type { QueryClient } from "@tanstack/react-query";
import type { CartMerge } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { cacheCart } from "#web/api/cart-cache.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say, sayCount } from "#words/say.ts";

/** Shows what was merged from the guest cart, with undo; failures are only logged. */
export async function showMergeNotice(client: QueryClient) {
  try {
    const { data: merge } = await call("GET /cart/merge");
    if (merge) toast({ ...mergeTexts(merge), action: { label: say("Undo"), onClick: () => void undoMerge(client) } });
  } catch (problem) {
    console.error("The merged items of the guest cart could not be loaded.", problem);
  }
}

async function undoMerge(client: QueryClient) {
  try {
    cacheCart(client, await call("DELETE /cart/merge"));
    toast({ title: say("Your cart has been restored") });
  } catch (problem) {
    toast({ tone: "danger", title: (problem as CallProblem).message });
  }
}

/** "2 items from your guest cart added", and what was saved for later. */
export function mergeTexts({ added, saved_for_later: saved }: CartMerge) {
  if (added === 0)
    return {
      title: sayCount(
        "1 item from your guest cart saved for later",
        "{n} items from your guest cart saved for later",
        saved,
      ),
      description: say("There aren't enough in stock."),
    };
  const title = sayCount("1 item from your guest cart added", "{n} items from your guest cart added", added);
  if (saved === 0) return { title };
  const description = sayCount(
    "1 more saved for later because there aren't enough in stock.",
    "{n} more saved for later because there aren't enough in stock.",
    saved,
  );
  return { title, description };
}
