import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { say } from "#words/say.ts";
import { Segmented } from "./segmented.tsx";
import { chooseTheme, themeChoice, watchTheme } from "./theme-choice.ts";

/** Light, dark, or as the device has it. */
export function ThemeSwitch({ name, className }: { name?: string; className?: string }) {
  const choice = useSyncExternalStore(watchTheme, themeChoice, () => "system" as const);
  return (
    <Segmented
      label={say("Theme")}
      name={name}
      value={choice}
      onValueChange={chooseTheme}
      className={className}
      options={[
        { value: "system", label: say("System"), icon: <Monitor aria-hidden="true" /> },
        { value: "light", label: say("Light"), icon: <Sun aria-hidden="true" /> },
        { value: "dark", label: say("Dark"), icon: <Moon aria-hidden="true" /> },
      ]}
    />
  );
}
