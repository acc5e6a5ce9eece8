import type { Toast } from "#web/ui/feedback/toast-store.ts";
import { say, sayCount } from "#words/say.ts";

/** How many of the `ordered` units a new order of the same items put into the cart. */
export function reorderTexts(added: number, ordered: number): Toast {
  if (added <= 0) return { title: say("Nothing was added: these items are in your cart or no longer available") };
  const title = sayCount("1 item added to your cart", "{n} items added to your cart", added);
  if (added >= ordered) return { tone: "success", title };
  return { tone: "success", title, description: say("The others are in your cart already or not available.") };
}
