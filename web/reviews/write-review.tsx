import { requireCustomer } from "#web/api/session/require-customer.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Button, type ButtonSize } from "#web/ui/forms/button.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

const ReviewDialog = lazyComponent(() => import("./review-dialog.tsx").then((part) => part.ReviewDialog));

interface Props {
  product: { id: number; name: string };
  /** Replaces "Write a review"; the product's name is appended for screen readers. */
  label?: string;
  size?: ButtonSize;
}

/** Opens the review form; visitors sign in first. */
export const WriteReview = ({ product, label, size }: Props) => (
  <Button
    size={size}
    className="noscript:hidden"
    aria-label={label && say("{action} {name}", { action: label, name: product.name })}
    onClick={() =>
      requireCustomer(
        () =>
          openDialog({
            title: say("Your review of {name}", { name: product.name }),
            content: <ReviewDialog productId={product.id} />,
          }),
        say("Administrators can't write reviews"),
      )
    }
  >
    {label ?? say("Write a review")}
  </Button>
);
