import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { getTheme, setTheme, subscribeTheme } from "#web/ui/layout/theme.ts";
import { say, text } from "#words/say.ts";

const themes = {
  system: { Icon: Monitor, says: text("Theme: system") },
  light: { Icon: Sun, says: text("Theme: light") },
  dark: { Icon: Moon, says: text("Theme: dark") },
};
const nextTheme = { system: "light", light: "dark", dark: "system" } as const;

/** Switches to the next theme. On small screens the menu and the footer have the choice. */
export function ThemeButton() {
  const choice = useSyncExternalStore(subscribeTheme, getTheme, () => "system" as const);
  const { Icon, says } = themes[choice];
  return (
    <IconButton label={say(says)} onClick={() => setTheme(nextTheme[choice])} className="max-md:hidden">
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
