import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect } from "react";
import { say } from "#words/say.ts";
import { classes } from "./classes.ts";
import { hearToasts, type ToastTone } from "./toast-store.ts";

type Shown = { tone: ToastTone };
const toasts = Toast.createToastManager<Shown>();

/** The messages at the bottom right. They wait while one points at them or is inside (F6); Escape closes. */
export function Toasts() {
  useEffect(
    () =>
      hearToasts(({ title, description, tone = "neutral", action }) => {
        const id = toasts.add({
          title,
          description,
          data: { tone },
          // What can be undone is given longer.
          timeout: action ? 8000 : 5000,
          actionProps: action && {
            children: action.label,
            onClick: () => {
              action.onClick();
              toasts.close(id);
            },
          },
        });
      }),
    [],
  );
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={say("Messages")}
          className="fixed inset-x-4 bottom-4 z-50 sm:inset-s-auto sm:inset-e-6 sm:bottom-6 sm:w-96"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  return Toast.useToastManager<Shown>().toasts.map((shown) => (
    <Toast.Root key={shown.id} toast={shown} swipeDirection={["down", "right"]} className={sheet}>
      <Toast.Content className="flex items-start gap-3 overflow-hidden py-3.5 ps-4 pe-2.5 transition-opacity duration-(--calm) data-behind:opacity-0 data-expanded:opacity-100">
        <Mark tone={shown.data?.tone} />
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-sm font-semibold" />
          <Toast.Description className="text-sm text-muted" />
        </div>
        <Toast.Action className="touch-target -my-1 h-8 shrink-0 rounded px-2.5 text-sm font-semibold text-link hover:bg-sunken" />
        {/* The part hides itself from assistive technology while the stack is folded, but can be focused all the time. */}
        <Toast.Close
          aria-hidden={false}
          aria-label={say("Dismiss")}
          className="touch-target -my-1 grid size-8 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-4" aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

function Mark({ tone = "neutral" }: { tone: ToastTone | undefined }) {
  if (tone === "neutral") return null;
  const Icon = tone === "success" ? CircleCheck : CircleAlert;
  return (
    <Icon
      aria-hidden="true"
      className={classes("mt-px size-4.5 shrink-0", tone === "success" ? "text-success" : "text-danger")}
    />
  );
}

/** Stacked behind the newest; spread out when pointed at or focused. */
const sheet =
  "[--gap:0.625rem] [--peek:0.625rem] [--scale:calc(max(0,1-(var(--toast-index)*0.06)))] [--shrink:calc(1-var(--scale))] " +
  "[--height:var(--toast-frontmost-height,var(--toast-height))] " +
  "[--spread:calc(var(--toast-offset-y)*-1+var(--toast-index)*var(--gap)*-1+var(--toast-swipe-movement-y))] " +
  "absolute inset-x-0 bottom-0 z-[calc(100-var(--toast-index))] h-(--height) origin-bottom rounded bg-raised text-ink shadow " +
  "[transition:transform_300ms_var(--ease-calm),opacity_300ms,height_150ms] " +
  "[transform:translateX(var(--toast-swipe-movement-x))_translateY(calc(var(--toast-swipe-movement-y)-var(--toast-index)*var(--peek)-var(--shrink)*var(--height)))_scale(var(--scale))] " +
  "data-expanded:h-(--toast-height) data-expanded:[transform:translateX(var(--toast-swipe-movement-x))_translateY(var(--spread))] " +
  "after:absolute after:inset-x-0 after:top-full after:h-[calc(var(--gap)+1px)] data-limited:opacity-0 " +
  "data-starting-style:[transform:translateY(150%)] data-ending-style:opacity-0 data-ending-style:[transform:translateY(150%)] " +
  "data-ending-style:data-[swipe-direction=right]:[transform:translateX(150%)]";
