import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { query } from "#web/api/call.ts";
import { useAccess, useDashboardAccess } from "#web/api/session/permissions.ts";
import { useSignOut } from "#web/api/session/sign-out.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { type Command, findCommands } from "./commands.ts";
import { mayOpen } from "./page-access.ts";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Finds pages, actions, orders, products and users by typing; opened with Ctrl+K or Command+K. */
export const CommandPalette = ({ open, onOpenChange }: Props) => (
  <Dialog.Root open={open} onOpenChange={onOpenChange}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
      <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-4 pt-[12vh]">
        <Dialog.Popup
          aria-label="Command palette"
          className="flex max-h-[70dvh] w-full max-w-xl flex-col overflow-hidden rounded-lg bg-surface shadow outline-none"
        >
          <CommandList onLeave={() => onOpenChange(false)} />
          <Dialog.Close className="sr-only">Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  </Dialog.Root>
);

function CommandList({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const { groups, isReady } = useCommands(text.trim());
  const open = (to: Command["to"]) => {
    onLeave();
    if (typeof to === "string") void navigate(to);
    else to();
  };
  const openFirst = useOpenFirst(isReady, () => groups[0]?.items[0] && open(groups[0].items[0].to));
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ label }: Command) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-3 border-b border-hairline px-4">
        <Search className="size-5 shrink-0 text-muted" />
        <Autocomplete.Input
          aria-label="Search pages, orders, products and users"
          placeholder="Search or jump to…"
          onKeyDown={openFirst}
          className="h-14 w-full bg-transparent outline-none"
        />
      </div>
      <Autocomplete.Empty>
        {groups.length === 0 && isReady && <p className="p-6 text-sm text-muted">No results for “{text.trim()}”</p>}
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-2 empty:hidden">
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 text-xs font-medium text-muted">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Command) => (
                <Autocomplete.Item
                  key={`${item.label} ${item.hint} ${String(item.to)}`}
                  value={item}
                  onClick={() => open(item.to)}
                  className="flex min-h-10 cursor-pointer items-center gap-3 rounded px-3 text-sm data-highlighted:bg-sunken"
                >
                  <span className="min-w-0 flex-1 truncate">{item.label}</span>
                  {group.showsHints && <span className="shrink-0 truncate text-muted">{item.hint}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** Handles Enter while no result of the present text is highlighted: opens the first once all have been found. */
function useOpenFirst(isReady: boolean, open: () => void) {
  const isWaiting = useRef(false);
  const openWhenReady = useEffectEvent(open);
  useEffect(() => {
    if (!isReady || !isWaiting.current) return;
    isWaiting.current = false;
    openWhenReady();
  }, [isReady]);
  return (event: KeyboardEvent & { preventBaseUIHandler: () => void }) => {
    const isEnter = event.key === "Enter" && !event.nativeEvent.isComposing;
    isWaiting.current = isEnter && !isReady;
    if (!isEnter || (isReady && event.currentTarget.getAttribute("aria-activedescendant"))) return;
    event.preventBaseUIHandler();
    if (isReady) open();
  };
}

/** What the buttons in the head of the open page do; a menu is found by the actions in it. */
const pageCommands = (): Command[] =>
  [...document.querySelectorAll<HTMLElement>("main header button, main [aria-label=Actions] :is(a, button)")]
    .filter((button) => button.innerText && !button.matches(":disabled"))
    .map((button) => ({ label: button.innerText, hint: button.dataset.actions ?? "", to: () => button.click() }));

interface CommandGroup {
  value: string;
  items: Command[];
  showsHints?: boolean;
}

const shortestSearch = 2;
const perGroup = 5;

/** What the text leads to; `isReady` once everything has been searched for it. */
function useCommands(latest: string): { groups: CommandGroup[]; isReady: boolean } {
  const text = useDeferredValue(latest);
  const access = useDashboardAccess();
  const [buttons] = useState(pageCommands);
  const logout = { label: "Logout", hint: "", to: useSignOut() };
  const { onPage, pages, actions } = findCommands(text, [...buttons, logout]);
  const found = useRecords(text);
  const groups = [
    { value: "On this page", items: onPage, showsHints: true },
    ...(found ?? []).map((group) => ({ ...group, showsHints: true })),
    { value: "Pages", items: pages },
    { value: "Actions", items: actions },
  ]
    .map((group) => ({
      ...group,
      items: group.items.filter(({ to }) => typeof to !== "string" || mayOpen(to, access)),
    }))
    .filter(({ items }) => items.length > 0);
  return { groups, isReady: found !== undefined && text === latest };
}

/** What was found; undefined until every search is answered, so that Enter never opens a result of an older text. */
function useRecords(text: string): CommandGroup[] | undefined {
  const isSearch = text.length >= shortestSearch;
  const [seesOrders, seesProducts, seesUsers] = [useAccess("orders"), useAccess("catalogue"), useAccess("customers")];
  const search = { name: text, per_page: perGroup };
  const orders = useQuery({ ...query("GET /orders", { query: search }), enabled: isSearch && seesOrders });
  const products = useQuery({ ...query("GET /product/admin", { query: search }), enabled: isSearch && seesProducts });
  const users = useQuery({ ...query("GET /customers", { query: search }), enabled: isSearch && seesUsers });
  if (!isSearch) return [];
  if ([orders, products, users].some(({ isLoading }) => isLoading)) return undefined;
  return [
    {
      value: "Orders",
      items: (orders.data?.data ?? []).map(({ id, number, total, customer }) => ({
        label: `Order ${number}`,
        hint: `${customer.fullname}, ${formatMoney(total)}`,
        to: dashboardPaths.order(id),
      })),
    },
    {
      value: "Products",
      items: (products.data?.data ?? []).map(({ id, name, status }) => ({
        label: name,
        hint: status,
        to: dashboardPaths.product(id),
      })),
    },
    {
      value: "Users",
      items: (users.data?.data ?? []).map(({ id, fullname, email, username }) => ({
        label: fullname || username || email || `User ${id}`,
        hint: email ?? "",
        to: dashboardPaths.user(id),
      })),
    },
  ];
}
