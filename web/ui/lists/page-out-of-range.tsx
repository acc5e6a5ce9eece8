import { SearchX } from "lucide-react";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

/** Shown past the end of a list, with a link to its first page. */
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
