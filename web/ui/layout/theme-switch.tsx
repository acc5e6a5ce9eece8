import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { say } from "#words/say.ts";
import { getTheme, setTheme, subscribeTheme } from "./theme.ts";

export function ThemeSwitch({ name, className }: { name?: string; className?: string }) {
  const choice = useSyncExternalStore(subscribeTheme, getTheme, () => "system" as const);
  return (
    <SegmentedControl
      label={say("Theme")}
      name={name}
      value={choice}
      onValueChange={setTheme}
      className={className}
      options={[
        { value: "system", label: say("System"), icon: <Monitor /> },
        { value: "light", label: say("Light"), icon: <Sun /> },
        { value: "dark", label: say("Dark"), icon: <Moon /> },
      ]}
    />
  );
}
