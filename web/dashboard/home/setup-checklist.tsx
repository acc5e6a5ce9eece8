import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { SetupStep } from "#contract/dashboard/dashboard.ts";
import { freshQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";

/** The steps from an empty shop to its first order. Nothing once all are done. */
export function SetupChecklist() {
  const steps = useQuery(freshQuery("GET /dashboard/setup", {})).data?.data ?? [];
  const done = steps.filter(({ is_done }) => is_done).length;
  if (done === steps.length) return null;
  return (
    <CardSection title="Set up your shop" hint={`${done} of ${steps.length} steps done`}>
      <progress
        value={done}
        max={steps.length}
        aria-label="Steps done"
        className={
          "mb-4 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken " +
          "[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        }
      />
      <ol className="grid gap-x-6 gap-y-1 md:grid-cols-2">
        {steps.map(({ step, is_done }) => (
          <li key={step}>
            <StepLink to={about[step].to}>
              {is_done ? (
                <CircleCheck className="mt-px size-4.5 shrink-0 text-success" aria-label="Done:" role="img" />
              ) : (
                <CircleDashed className="mt-px size-4.5 shrink-0 text-muted" aria-label="To do:" role="img" />
              )}
              <span className="min-w-0">
                <span className={classes("block", is_done ? "text-muted line-through" : "font-medium")}>
                  {about[step].title}
                </span>
                {!is_done && <span className="block text-muted">{about[step].hint}</span>}
              </span>
            </StepLink>
          </li>
        ))}
      </ol>
    </CardSection>
  );
}

/** The screen of a step; a step of the server's configuration has none. */
function StepLink({ to, children }: { to: string | null; children: ReactNode }) {
  const look = "-mx-2 flex min-h-11 items-start gap-3 rounded px-2 py-2.5 text-sm";
  if (to === null) return <div className={look}>{children}</div>;
  return (
    <ShopLink to={to} className={`${look} hover:bg-sunken`}>
      {children}
    </ShopLink>
  );
}

const about: Record<SetupStep, { title: string; hint: string; to: string | null }> = {
  name: {
    title: "Name your shop",
    hint: "Add your logo, accent color and contact details.",
    to: dashboardPaths.settings("general"),
  },
  currency: {
    title: "Choose currency and language",
    hint: "The currency can't be changed once there are prices.",
    to: dashboardPaths.settings("localization"),
  },
  country: {
    title: "Add your business address",
    hint: "It appears on invoices and the contact page.",
    to: dashboardPaths.settings("general"),
  },
  taxes: {
    title: "Set up taxes",
    hint: "A rate for your own country; 0% if you charge none.",
    to: dashboardPaths.settings("taxes"),
  },
  product: {
    title: "Add your first product",
    hint: "Publish it so that customers can buy it.",
    to: dashboardPaths.newProduct(),
  },
  returns: {
    title: "Set return periods",
    hint: "Each product type says how many days its products can be returned, or that they can't.",
    to: dashboardPaths.productTypes(),
  },
  return_address: {
    title: "Enter a return address",
    hint: "Customers get it once you approve their return.",
    to: dashboardPaths.settings("checkout"),
  },
  shipping: {
    title: "Set up shipping",
    hint: "A zone with your own country, and a method with its price. Until then nobody can order.",
    to: dashboardPaths.settings("shipping"),
  },
  payment: {
    title: "Choose payment methods",
    hint: "Review them, then save.",
    to: dashboardPaths.settings("payments"),
  },
  domain: {
    title: "Use your own domain",
    hint: "Start the shop with PUBLIC_URL, such as https://shop.example. Links in emails and search engines lead there.",
    to: null,
  },
  email: {
    title: "Connect a mail server",
    hint: "Without one nothing is sent: new customers get no code to sign in with, and so can't order.",
    to: dashboardPaths.settings("emails"),
  },
  imprint: {
    title: "Complete your imprint",
    hint: "Legal name, address, email and phone. Customers in the EU can't order without them.",
    to: dashboardPaths.settings("general"),
  },
  policies: {
    title: "Write your policies",
    hint: "Privacy, terms, returns, and your address in General. Customers in the EU can't order without them.",
    to: dashboardPaths.settings("policies"),
  },
  order: { title: "Place a test order", hint: "Go through the checkout as your customers do.", to: paths.home() },
};
