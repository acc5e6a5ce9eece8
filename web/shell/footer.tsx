import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { query } from "#web/api/query.ts";
import { paths } from "#web/paths.ts";
import { ThemeSwitch } from "#web/ui/layout/theme-switch.tsx";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say, text } from "#words/say.ts";
import icons from "./contact-ways.svg?url&no-inline";

/** The storefront's footer: payment methods, contact, theme and policies. */
export function Footer() {
  const { name, tagline, contact } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const ways = [
    { label: say("Message us"), href: contact.messaging, icon: "messaging" },
    { label: say("Chat with us"), href: contact.chat, icon: "chat" },
    { label: say("Our video channel"), href: contact.video, icon: "video" },
    {
      label: say("Call us: {phone}", { phone: contact.phone }),
      href: `tel:${contact.phone.replace(/[^+\d]/g, "")}`,
      icon: "phone",
    },
  ];
  return (
    <footer className="site-end mt-16 border-t border-hairline bg-surface">
      <div className="page-width grid gap-8 py-10 md:py-12">
        <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-8">
          <div className="max-w-sm">
            <p className="text-lg font-semibold">{name}</p>
            <p className="mt-1 text-sm text-muted">{tagline}</p>
          </div>
          <ul aria-label={say("Contact")} className="-m-2 flex flex-wrap gap-1">
            {ways.map(({ label, href, icon }) => (
              <li key={label}>
                <a
                  href={href}
                  title={label}
                  aria-label={label}
                  rel="noreferrer"
                  target={href.startsWith("http") ? "_blank" : undefined}
                  className="grid rounded p-2 text-muted transition-colors hover:bg-sunken hover:text-ink"
                >
                  <svg className="size-[28px] md:size-[35px]" aria-hidden="true">
                    <use href={`${icons}#${icon}`} />
                  </svg>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6">
          <span
            role="img"
            aria-label={say("Ways to pay: card, bank transfer, phone wallet and cash on delivery")}
            className="payment-methods"
          />
          <ThemeSwitch name="theme" />
        </div>
        <SmallPrint name={name} />
      </div>
    </footer>
  );
}

function SmallPrint({ name }: { name: string }) {
  // Corrected in the browser when the cached document is from last year.
  const [year] = useState(() => new Date().getFullYear());
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline pt-6 text-sm text-muted">
      <p>
        {sayWith("© {year} {name}. All rights reserved.", {
          year: <span suppressHydrationWarning>{year}</span>,
          name,
        })}
      </p>
      <nav aria-label={say("Customer service")} className="small-print">
        {pages.map(([label, to]) => (
          <Link key={to} to={to} prefetch="intent">
            {say(label)}
          </Link>
        ))}
      </nav>
    </div>
  );
}

const pages = [
  [text("Delivery"), paths.delivery()],
  [text("Returns"), paths.returns()],
  [text("Contact"), paths.contact()],
  [text("Privacy policy"), paths.privacy()],
  [text("Terms of use"), paths.terms()],
] as const;
