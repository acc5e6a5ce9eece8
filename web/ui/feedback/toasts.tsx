import "./toasts.css";
import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";
import { onToast, type ToastTone } from "./toast-store.ts";

type Data = { tone: ToastTone };
const toasts = Toast.createToastManager<Data>();

/** The toasts. They stay while hovered or focused (F6); Escape closes them. */
export function Toasts() {
  const cameFrom = useRef<HTMLElement>(null);
  useEffect(
    () =>
      onToast(({ title, description, tone = "neutral", action, until }) => {
        let isUsed = false;
        const id = toasts.add({
          title,
          description,
          data: { tone },
          // Longer with an action; 0 is for ever.
          timeout: until ? 0 : action ? 8000 : 5000,
          actionProps: action && {
            children: action.label,
            onClick: () => {
              // It can be pressed again while it closes.
              if (isUsed) return;
              isUsed = true;
              action.onClick();
              toasts.close(id);
            },
          },
        });
        until?.(() => toasts.close(id));
      }),
    [],
  );
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={say("Messages")}
          data-toasts=""
          onFocus={({ relatedTarget, currentTarget }) => {
            if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
          }}
          className="fixed inset-x-4 bottom-4 z-50 sm:inset-s-auto sm:inset-e-6 sm:bottom-6 sm:w-96"
        >
          <List cameFrom={cameFrom} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** `cameFrom` is focused again when a focused toast closes. */
function List({ cameFrom }: { cameFrom: RefObject<HTMLElement | null> }) {
  const returnFocus = useCallback(
    (element: HTMLElement | null) => () => {
      if (element?.contains(document.activeElement)) cameFrom.current?.focus({ preventScroll: true });
    },
    [cameFrom],
  );
  return Toast.useToastManager<Data>().toasts.map((one) => (
    <Toast.Root key={one.id} ref={returnFocus} toast={one} swipeDirection={["down", "right"]} className="toast">
      <Toast.Content className={content}>
        <ToneIcon tone={one.data?.tone} />
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-sm font-semibold" />
          <Toast.Description className="text-sm text-muted" />
        </div>
        <Toast.Action className="touch-target -my-1 h-8 shrink-0 rounded px-2.5 text-sm font-semibold text-link hover:bg-sunken" />
        {/* Base UI hides it from screen readers while the stack is collapsed, though it can be focused. */}
        <Toast.Close
          aria-hidden={false}
          aria-label={say("Dismiss")}
          className="touch-target -my-1 grid size-8 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

function ToneIcon({ tone = "neutral" }: { tone: ToastTone | undefined }) {
  if (tone === "neutral") return null;
  const Icon = tone === "success" ? CircleCheck : CircleAlert;
  return (
    <Icon
      aria-hidden="true"
      className={classes("mt-px size-4.5 shrink-0", tone === "success" ? "text-success" : "text-danger")}
    />
  );
}

const content = "flex items-start gap-3 py-3.5 ps-4 pe-2.5";
