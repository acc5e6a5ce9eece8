import { ThemeSwitch } from "#web/ui/layout/theme-switch.tsx";
import { Drawer } from "#web/ui/overlay/drawer.tsx";
import { say } from "#words/say.ts";
import { MenuLevels } from "./menu-levels.tsx";

/** The category menu on small screens: a drawer, at most 335 px and 80 % of the screen wide. */
export const MenuDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Drawer
    open={open}
    onClose={onClose}
    side="start"
    title={say("Menu")}
    className="w-[min(335px,80vw)]"
    footer={
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        {say("Theme")} <ThemeSwitch />
      </div>
    }
  >
    <div className="-m-3">
      <MenuLevels onLeave={onClose} />
    </div>
  </Drawer>
);
