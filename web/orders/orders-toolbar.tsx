import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { OrderStatus } from "#contract/orders.ts";
import { classes } from "#web/ui/classes.ts";
import { Kbd } from "#web/ui/kbd.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { statusWords } from "./order-words.ts";
import type { OrdersAsked } from "./orders.queries.ts";
import { ordersAddress } from "./orders-search.ts";

const tabs: OrderStatus[] = [
  "pending_payment",
  "confirmed",
  "processing",
  "on_hold",
  "completed",
  "cancelled",
  "expired",
];

/** What the list is narrowed to: a state, and words to look for. `/` goes to the search, Escape empties and leaves it. */
export function OrdersToolbar({ asked }: { asked: OrdersAsked }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="State of orders" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        <Tab asked={asked} status={undefined} />
        {tabs.map((status) => (
          <Tab key={status} asked={asked} status={status} />
        ))}
      </nav>
      <SearchField key={asked.name ?? ""} asked={asked} />
    </div>
  );
}

const Tab = ({ asked, status }: { asked: OrdersAsked; status: OrderStatus | undefined }) => (
  <ShopLink
    to={ordersAddress({ ...asked, status, page: 1 })}
    aria-current={asked.status === status ? "page" : undefined}
    className={classes(
      "touch-target inline-flex h-8 items-center rounded-sm px-2.5 text-sm whitespace-nowrap text-muted transition-colors hover:text-ink",
      "aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink",
    )}
  >
    {status ? statusWords[status].words : "All"}
  </ShopLink>
);

const pauseMs = 400;

function SearchField({ asked }: { asked: OrdersAsked }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(asked.name ?? "");
  useSlash(field);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (name: string, pause: number) => {
    setText(name);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void navigate(ordersAddress({ ...asked, name: name.trim() || undefined, page: 1 }), { replace: true });
    }, pause);
  };
  return (
    <TextField
      ref={field}
      label="Search orders"
      labelHidden
      type="search"
      autoComplete="off"
      placeholder="Number, name or e-mail"
      before={<Search aria-hidden="true" />}
      after={text === "" && <Kbd>/</Kbd>}
      value={text}
      onChange={({ target }) => look(target.value, pauseMs)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") look(currentTarget.value, 0);
        if (key === "Escape") {
          if (text) look("", 0);
          currentTarget.blur();
        }
      }}
      className="w-full sm:w-72"
    />
  );
}

/** `/` anywhere but in a field goes to the search. */
function useSlash(field: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [field]);
}
