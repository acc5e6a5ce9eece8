import { useSuspenseQuery } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { AccountButton } from "#web/accounts/menu/account-button.tsx";
import { query } from "#web/api/query.ts";
import { CartBadge } from "#web/cart/cart-badge.tsx";
import { CategoryMenu } from "#web/catalogue/menu/category-menu.tsx";
import { SearchBox } from "#web/catalogue/search/search-box.tsx";
import { paths } from "#web/paths.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { getTheme, setTheme, subscribeTheme } from "#web/ui/layout/theme.ts";
import { say, text } from "#words/say.ts";

/** The storefront's header. Personal parts have a fixed size, so that nothing moves when they appear. */
export function Header() {
  const { name } = useSuspenseQuery(query("GET /shop", {})).data.data;
  return (
    <header className="sticky top-0 z-10 border-b border-hairline bg-page">
      <div className="page-width flex h-16 items-center gap-1 md:gap-4">
        <Link
          to={paths.home()}
          prefetch="intent"
          className="flex h-11 min-w-0 items-center truncate text-xl font-semibold tracking-tight max-md:ps-1"
        >
          {name}
        </Link>
        <CategoryMenu className="max-md:order-first max-md:-ms-2.5" />
        <SearchBox />
        <div className="flex shrink-0 items-center gap-1 max-md:-me-2.5">
          <ThemeButton />
          <CartBadge />
          <AccountButton />
        </div>
      </div>
    </header>
  );
}

const themes = {
  system: { Icon: Monitor, says: text("Theme: system") },
  light: { Icon: Sun, says: text("Theme: light") },
  dark: { Icon: Moon, says: text("Theme: dark") },
};
const nextTheme = { system: "light", light: "dark", dark: "system" } as const;

/** Switches to the next theme. On small screens the menu and the footer have the choice. */
function ThemeButton() {
  const choice = useSyncExternalStore(subscribeTheme, getTheme, () => "system" as const);
  const { Icon, says } = themes[choice];
  return (
    <IconButton label={say(says)} onClick={() => setTheme(nextTheme[choice])} className="max-md:hidden">
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
