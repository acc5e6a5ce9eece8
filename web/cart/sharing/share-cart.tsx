import { Share2 } from "lucide-react";
import type { Cart } from "#contract/cart.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { copyText } from "#web/ui/forms/copy-text.ts";
import { say } from "#words/say.ts";

/** Shares a link to the cart's contents, or copies it. */
export function ShareCart({ cart }: { cart: Cart }) {
  const share = async () => {
    const url = location.origin + paths.sharedCart(cart.items);
    if (navigator.share && matchMedia("(pointer: coarse)").matches)
      // Cancelling the dialog is no error.
      return navigator.share({ title: say("Shared cart"), url }).catch(() => undefined);
    if (await copyText(url)) toast({ tone: "success", title: say("Cart link copied") });
    else toast({ title: say("Copy this link to share the cart"), description: url });
  };
  return (
    <Button look="ghost" size="small" onClick={() => void share()} className="-ms-3 w-fit">
      <Share2 />
      {say("Share cart")}
    </Button>
  );
}
