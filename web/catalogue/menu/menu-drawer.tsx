import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Drawer } from "#web/ui/overlay/drawer.tsx";
import { say, text } from "#words/say.ts";
import { MenuLevels } from "./menu-levels.tsx";

/** The category menu on small screens, with links to account and help: a drawer, at most 335 px or 80% of the screen. */
export const MenuDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Drawer
    open={open}
    onClose={onClose}
    side="start"
    title={say("Menu")}
    className="w-[min(335px,80vw)]"
    footer={
      <ul aria-label={say("Account and help")} className="-mx-3 grid grid-cols-2">
        {links.map(([label, to]) => (
          <li key={to}>
            <ShopLink to={to} onClick={onClose} className="menu-row min-h-11 text-sm text-muted">
              {say(label)}
            </ShopLink>
          </li>
        ))}
      </ul>
    }
  >
    <div className="-m-3">
      <MenuLevels onLeave={onClose} />
    </div>
  </Drawer>
);

const links = [
  [text("Your account"), paths.account()],
  [text("Delivery"), paths.delivery()],
  [text("Returns"), paths.returns()],
  [text("Contact"), paths.contact()],
] as const;
