import { asCustomer } from "#web/api/as-customer.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonLook, ButtonSize } from "#web/ui/button-look.ts";
import { openDialog } from "#web/ui/dialog-store.ts";
import { lazyPart } from "#web/ui/lazy.tsx";

const ReviewDialog = lazyPart(() => import("./review-dialog.tsx").then((part) => part.ReviewDialog));

interface Props {
  product: { id: number; name: string };
  label?: string;
  look?: ButtonLook;
  size?: ButtonSize;
}

/** The button that opens the form; whoever is not signed in is asked to first. */
export const WriteReview = ({ product, label = "Write a review", look, size }: Props) => (
  <Button
    look={look}
    size={size}
    className="noscript:hidden"
    aria-label={label === "Write a review" ? undefined : `${label} ${product.name}`}
    onClick={() =>
      asCustomer(
        () => openDialog({ title: `Your review of ${product.name}`, content: <ReviewDialog productId={product.id} /> }),
        "Administrators write no reviews",
      )
    }
  >
    {label}
  </Button>
);
