import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { getTheme, setTheme, subscribeTheme } from "#web/ui/layout/theme.ts";
import { say, text } from "#words/say.ts";

const looks = {
  system: { Icon: Monitor, says: text("Theme: system") },
  light: { Icon: Sun, says: text("Theme: light") },
  dark: { Icon: Moon, says: text("Theme: dark") },
};
const following = { system: "light", light: "dark", dark: "system" } as const;

/** Goes through the themes one by one. On small screens the choice is in the menu and the footer instead. */
export function ThemeButton() {
  const choice = useSyncExternalStore(subscribeTheme, getTheme, () => "system" as const);
  const { Icon, says } = looks[choice];
  return (
    <IconButton label={say(says)} onClick={() => setTheme(following[choice])} className="max-md:hidden">
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
