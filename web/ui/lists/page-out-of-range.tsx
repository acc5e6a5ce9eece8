import { SearchX } from "lucide-react";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

/** Where a list ends on an earlier page than the one asked for: the way to its first, which stands at `first`. */
export const PageOutOfRange = ({ first }: { first: string }) => (
  <EmptyState
    icon={<SearchX />}
    title={say("Page not found")}
    action={
      <ShopLink to={first} className={buttonLook({ look: "primary" })}>
        {say("Go to the first page")}
      </ShopLink>
    }
  >
    {say("This page no longer has any products.")}
  </EmptyState>
);
