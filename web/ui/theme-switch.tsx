import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Segmented } from "./segmented.tsx";
import { chooseTheme, themeChoice, watchTheme } from "./theme-choice.ts";
import { useWords } from "./words.ts";

/** Light, dark, or as the device has it. */
export function ThemeSwitch({ className }: { className?: string }) {
  const words = useWords();
  const choice = useSyncExternalStore(watchTheme, themeChoice, () => "system" as const);
  return (
    <Segmented
      label={words.theme}
      value={choice}
      onValueChange={chooseTheme}
      className={className}
      options={[
        { value: "system", label: words.system, icon: <Monitor aria-hidden="true" /> },
        { value: "light", label: words.light, icon: <Sun aria-hidden="true" /> },
        { value: "dark", label: words.dark, icon: <Moon aria-hidden="true" /> },
      ]}
    />
  );
}
