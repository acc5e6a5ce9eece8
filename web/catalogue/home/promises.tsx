import { Headset, PackageCheck, ShieldCheck, Undo2 } from "lucide-react";
import type { ShownSection } from "#contract/shop/home.ts";

type ShopPromise = Extract<ShownSection, { kind: "promises" }>["items"][number];

const icons = { delivery: PackageCheck, returns: Undo2, payment: ShieldCheck, support: Headset };

/** What a customer can count on, in a strip. */
export const Promises = ({ promises }: { promises: readonly ShopPromise[] }) => (
  <ul className="page-width grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
    {promises.map(({ icon, heading, text }) => {
      const Icon = icons[icon];
      return (
        <li key={heading} className="flex gap-4 border-t-2 border-ink pt-5">
          <Icon className="size-6 shrink-0 text-link" strokeWidth={1.6} aria-hidden="true" />
          <p className="grid gap-1">
            <span className="font-semibold">{heading}</span>
            <span className="as-written text-sm text-muted">{text}</span>
          </p>
        </li>
      );
    })}
  </ul>
);
