import type { ReactNode } from "react";
import { useAddToCart } from "#web/cart/cart.queries.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { isFirstClick } from "#web/ui/forms/button.tsx";

interface Props {
  variationId: number;
  /** Accessible name. */
  label: string;
  className: string;
  onAdded: () => void;
  children: ReactNode;
}

/** A button that adds one unit to the cart; a failure is shown as a toast. */
export function AddVariation({ variationId, label, className, onAdded, children }: Props) {
  const add = useAddToCart();
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={add.isPending}
      className={className}
      onClick={(click) =>
        isFirstClick(click) &&
        !add.isPending &&
        add.mutate({ variation_id: variationId, quantity: 1 }, { onSuccess: onAdded, onError: toastProblem() })
      }
    >
      {children}
    </button>
  );
}
