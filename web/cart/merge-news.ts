import type { QueryClient } from "@tanstack/react-query";
import type { CartMerge } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { toast } from "#web/ui/toast-store.ts";
import { keepCart } from "./cart.queries.ts";

/** After signing in: says what came along from the guest's cart, and offers to take it out again. A failure is only logged. */
export async function tellOfMerge(client: QueryClient) {
  try {
    const { data: merge } = await call("GET /cart/merge");
    if (merge) toast({ ...mergeWords(merge), action: { label: "Undo", onClick: () => void undo(client) } });
  } catch (problem) {
    console.error("What came along from the guest's cart is not known.", problem);
  }
}

async function undo(client: QueryClient) {
  try {
    keepCart(client, await call("DELETE /cart/merge"));
    toast({ title: "Your cart is as it was before" });
  } catch (problem) {
    toast({ tone: "danger", title: (problem as CallProblem).message });
  }
}

const items = (count: number) => (count === 1 ? "1 item" : `${count} items`);

/** "2 items came along into your cart", and what there was no room for. */
export function mergeWords({ added, saved_for_later: saved }: CartMerge) {
  const why = "There are not as many to be had.";
  if (added === 0) return { title: `${items(saved)} came along, saved for later`, description: why };
  const title = `${items(added)} came along into your cart`;
  return saved === 0 ? { title } : { title, description: `${items(saved)} more saved for later. ${why}` };
}
