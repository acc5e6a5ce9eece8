import type { QueryClient } from "@tanstack/react-query";
import type { CartMerge } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { cacheCart } from "#web/api/cart-cache.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say, sayCount } from "#words/say.ts";
import { cartQuery } from "./cart.queries.ts";

/**
 * Shows what was merged from the guest cart, with undo, if the account had a cart, and what could not be: otherwise the
 * cart is as it was before the sign-in. Failures are only logged.
 */
export async function showMergeNotice(client: QueryClient) {
  try {
    const { data: merge } = await call("GET /cart/merge");
    if (!merge || !(await isNews(client, merge))) return;
    const undo = { action: { label: say("Undo"), onClick: () => void undoMerge(client) } };
    toast({ ...mergeTexts(merge), ...(merge.added + merge.saved_for_later > 0 ? undo : {}) });
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

const isNews = async (client: QueryClient, { added, saved_for_later, dropped_coupon, left_out }: CartMerge) =>
  saved_for_later > 0 || left_out > 0 || dropped_coupon !== null || (await client.query(cartQuery())).quantity > added;

/** "2 items you added before signing in are now in your cart", and what was saved for later. */
export function mergeTexts(merge: CartMerge): { title: string; description?: string } {
  const losses = lossTexts(merge).filter((loss) => loss !== false);
  const [first = "", ...others] = losses;
  const isOnlyLoss = merge.added + merge.saved_for_later === 0;
  const { title, description } = isOnlyLoss ? { title: first } : unitTexts(merge);
  const texts = [description, ...(isOnlyLoss ? others : losses)].filter(Boolean);
  return { title, ...(texts.length > 0 ? { description: texts.join(" ") } : {}) };
}

/** What the guest's cart could not bring. */
const lossTexts = ({ dropped_coupon: code, left_out: more }: CartMerge) => [
  code !== null && say("Your cart keeps its coupon, so {code} isn't applied.", { code }),
  more > 0 && sayCount("1 more item didn't fit into your cart.", "{n} more items didn't fit into your cart.", more),
];

/** Of at least one unit. */
function unitTexts({ added, saved_for_later: saved }: CartMerge): { title: string; description?: string } {
  if (added === 0)
    return {
      title: sayCount(
        "The item you added before signing in is saved for later",
        "{n} items you added before signing in are saved for later",
        saved,
      ),
      description: say("There aren't enough in stock."),
    };
  const title = sayCount(
    "The item you added before signing in is now in your cart",
    "{n} items you added before signing in are now in your cart",
    added,
  );
  if (saved === 0) return { title };
  const description = sayCount(
    "1 more saved for later because there aren't enough in stock.",
    "{n} more saved for later because there aren't enough in stock.",
    saved,
  );
  return { title, description };
}
