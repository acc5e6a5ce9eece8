import { ShoppingBag } from "lucide-react";
import { type ComponentType, Suspense, useState } from "react";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { IconButton } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import type { AddButton } from "./quick-add-panel.tsx";

const QuickAddPanel = lazyComponent(() => import("./quick-add-panel.tsx").then((part) => part.QuickAddPanel));

interface Props {
  product: ProductCard;
  /** The option value whose image the tile shows. */
  color: number | undefined;
  /** Adds a variation to the cart. */
  AddButton: ComponentType<AddButton>;
}

/** Opens the product's options in its tile; nothing when sold out. */
export function TileQuickAdd({ product, color, AddButton }: Props) {
  const [open, setOpen] = useState(false);
  const [returnsFocus, setReturnsFocus] = useState(false);
  if (!product.in_stock) return null;
  const close = () => {
    setOpen(false);
    setReturnsFocus(true);
  };
  return (
    <div className="tile-add">
      {open ? (
        <Suspense fallback={null}>
          <QuickAddPanel key={color} product={product} color={color} AddButton={AddButton} onClose={close} />
        </Suspense>
      ) : (
        <IconButton
          label={say("Quick add: {name}", { name: product.name })}
          icon={<ShoppingBag />}
          title={say("Quick add")}
          floating
          size="small"
          autoFocus={returnsFocus}
          aria-expanded={false}
          onClick={() => setOpen(true)}
        />
      )}
    </div>
  );
}
