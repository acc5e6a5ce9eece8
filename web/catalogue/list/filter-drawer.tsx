import { SlidersHorizontal } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CountBadge } from "#web/ui/text/badge.tsx";
import { say, sayCount } from "#words/say.ts";
import type { FilterPanel as Panel } from "./filter-panel.tsx";

const loadPanel = () => import("./filter-panel.tsx").then((part) => part.FilterPanel);
const FilterPanel = lazyComponent(loadPanel);
const Drawer = lazyComponent(() => import("#web/ui/overlay/drawer.tsx").then((part) => part.Drawer));

type Props = Parameters<typeof Panel>[0] & { count: number; total: number };

/** The filters of small screens, in a drawer; the list behind it follows each choice. */
export function FilterDrawer({ count, total, ...panel }: Props) {
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const show = () => {
    setNeeded(true);
    setOpen(true);
  };
  const label = sayCount("Show 1 product", "Show {n} products", total);
  return (
    <>
      <div className="noscript:hidden lg:hidden">
        <Button
          size="small"
          wide
          onClick={show}
          aria-haspopup="dialog"
          className="min-h-9 border-control pointer-coarse:min-h-11"
        >
          <SlidersHorizontal />
          {say("Filter")}
          {count > 0 && <CountBadge count={count} />}
        </Button>
      </div>
      {needed && (
        <Suspense fallback={null}>
          <Drawer
            open={open}
            onClose={() => setOpen(false)}
            side="start"
            title={say("Filter")}
            footer={
              <Button look="primary" wide onClick={() => setOpen(false)}>
                {label}
              </Button>
            }
          >
            <div className="-mt-4">
              <FilterPanel {...panel} />
            </div>
          </Drawer>
        </Suspense>
      )}
    </>
  );
}
