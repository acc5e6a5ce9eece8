import { Menu } from "@base-ui/react/menu";
import { ChevronDown, Ellipsis } from "lucide-react";
import { buttonLook, useReadOnly } from "#web/ui/forms/button.tsx";
import { popupClass } from "./popover.tsx";

export interface MenuAction {
  label: string;
  onSelect: () => void;
  danger?: boolean;
}
type Props = {
  label: string;
  actions: MenuAction[];
  disabled?: boolean;
  /** Shows three dots; the label is its accessible name. */
  compact?: boolean;
};

/** A button that opens a menu of actions. Nothing is rendered without any, or where nothing may be changed. */
export function ActionMenu({ label, actions, disabled = false, compact = false }: Props) {
  if (useReadOnly() || actions.length === 0) return null;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={buttonLook({ size: "small", look: compact ? "ghost" : "secondary" })}
        disabled={disabled}
        aria-label={compact ? label : undefined}
        // The command palette finds the menu by them.
        data-actions={actions.map((action) => action.label).join(", ")}
      >
        {compact ? <Ellipsis className="size-4" /> : label}
        {!compact && <ChevronDown className="size-4" />}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-50">
          <Menu.Popup className={`${popupClass} grid min-w-48 p-1.5`}>
            {actions.map(({ label: name, onSelect, danger }) => (
              <Menu.Item key={name} onClick={onSelect} className={`${item} ${danger ? "text-danger" : ""}`}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const item =
  "flex min-h-9 cursor-default items-center rounded-sm px-3 text-sm outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11";
