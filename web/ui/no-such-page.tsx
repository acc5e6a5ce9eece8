import { SearchX } from "lucide-react";
import { say } from "#words/say.ts";
import { buttonLook } from "./button-look.ts";
import { EmptyState } from "./empty-state.tsx";
import { ShopLink } from "./shop-link.tsx";

/** Where a list ends on an earlier page than the one asked for: the way to its first, which stands at `first`. */
export const NoSuchPage = ({ first }: { first: string }) => (
  <EmptyState
    icon={<SearchX />}
    title={say("There is no such page")}
    action={
      <ShopLink to={first} className={buttonLook({ look: "primary" })}>
        {say("Go to the first page")}
      </ShopLink>
    }
  >
    {say("The list has become shorter.")}
  </EmptyState>
);
