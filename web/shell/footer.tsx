import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Shop } from "#contract/shop/shop.ts";
import { categories, shop } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { ThemeSwitch } from "#web/ui/layout/theme-switch.tsx";
import { sayWith } from "#web/ui/text/say-with.ts";
import { languageOf, say, shopLanguage, shopLocale, text } from "#words/say.ts";
import icons from "./contact-ways.svg?url&no-inline";
import { Wordmark } from "./wordmark.tsx";

/** The storefront's footer: contact, links, payment methods, language, theme and policies. */
export function Footer() {
  const { name, tagline, contact, social_links, footer_links, locale, other_languages, ways_to_pay } = useSuspenseQuery(
    shop(),
  ).data.data;
  const departments = (useQuery(categories()).data?.data ?? [])
    .filter(({ product_count }) => product_count > 0)
    .slice(0, mostDepartments);
  return (
    <footer className="site-end mt-16 border-t border-hairline bg-surface">
      <div className="page-width grid gap-8 py-10 md:py-12">
        <div className="grid gap-x-8 gap-y-10 md:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="grid max-w-sm content-start gap-4">
            <p className="text-lg">
              <Wordmark name={name} />
            </p>
            {tagline && <p className="text-sm text-muted">{tagline}</p>}
            <ContactWays contact={contact} />
            <SocialLinks links={social_links} />
          </div>
          <div className="grid grid-cols-2 gap-8 sm:grid-cols-3 md:col-span-3">
            <FooterLinks
              title={say("Shop")}
              links={[
                ...departments.map((category) => ({
                  label: category.name,
                  to: paths.products({ category: category.path }),
                })),
                { label: say("All products"), to: paths.products() },
              ]}
            />
            <FooterLinks
              title={say("Help")}
              links={[
                ...footer_links.map(({ label, href }) => ({ label, to: href })),
                ...help.map(([label, to]) => ({ label: say(label), to })),
              ]}
            />
            <FooterLinks title={say("Account")} links={account.map(([label, to]) => ({ label: say(label), to }))} />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6">
          <WaysToPay ways={ways_to_pay} />
          <LanguageSwitch languages={[languageOf(locale), ...other_languages]} />
          <ThemeSwitch name="theme" />
        </div>
        <SmallPrint name={name} />
      </div>
    </footer>
  );
}

/** The ways to pay that the shop offers, in one image. */
const WaysToPay = ({ ways }: { ways: Shop["ways_to_pay"] }) =>
  ways.length > 0 && (
    <span
      role="img"
      aria-label={say("Ways to pay: {methods}", {
        methods: new Intl.ListFormat(shopLocale()).format(ways.map((way) => say(wayLabels[way]))),
      })}
      className="flex gap-2"
    >
      {ways.map((way) => (
        <span key={way} className={`payment-method payment-${way}`} />
      ))}
    </span>
  );

const wayLabels: Record<Shop["ways_to_pay"][number], string> = {
  card: text("card"),
  bank_transfer: text("bank transfer"),
  wallet: text("phone wallet"),
  cash: text("cash on delivery"),
};

function ContactWays({ contact }: Pick<Shop, "contact">) {
  const ways = [
    { label: say("Message us"), href: contact.messaging, icon: "messaging" },
    { label: say("Chat with us"), href: contact.chat, icon: "chat" },
    { label: say("Our video channel"), href: contact.video, icon: "video" },
    {
      label: say("Call us: {phone}", { phone: contact.phone ?? "" }),
      href: contact.phone && `tel:${contact.phone.replace(/[^+\d]/g, "")}`,
      icon: "phone",
    },
  ];
  return (
    <ul aria-label={say("Contact")} className="-mx-2 flex flex-wrap gap-1">
      {ways.map(
        ({ label, href, icon }) =>
          href && (
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
          ),
      )}
    </ul>
  );
}

/** The shop's profiles elsewhere, each by the name of its site. */
const SocialLinks = ({ links }: { links: readonly string[] }) =>
  links.length > 0 && (
    <ul aria-label={say("Social media")} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {links.map((link) => (
        <li key={link}>
          <a
            href={link}
            rel="noreferrer me"
            target="_blank"
            className="inline-block py-1 text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            {siteName(link)}
          </a>
        </li>
      ))}
    </ul>
  );

/** `Instagram` for `https://www.instagram.com/shop`. */
function siteName(link: string): string {
  const name = new URL(link).hostname.split(".").at(-2) ?? link;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface LinksProps {
  title: string;
  links: { label: string; to: string }[];
}

const FooterLinks = ({ title, links }: LinksProps) => (
  <div>
    <p className="mb-3 text-sm font-semibold">{title}</p>
    <ul aria-label={title} className="grid gap-1 text-sm">
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            prefetch="intent"
            className="inline-block py-1 text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);

/** A form without scripts: the next page is in the chosen language. */
const LanguageSwitch = ({ languages }: { languages: readonly string[] }) =>
  languages.length > 1 && (
    <form method="post" action="/language" aria-label={say("Language")} className="small-print flex text-sm text-muted">
      {languages.map((language) => (
        <button
          key={language}
          name="language"
          value={language}
          lang={language}
          aria-current={language === languageOf(shopLanguage())}
          className="aria-[current=true]:text-ink aria-[current=true]:underline"
        >
          {new Intl.DisplayNames(language, { type: "language" }).of(language)}
        </button>
      ))}
    </form>
  );

function SmallPrint({ name }: { name: string }) {
  // Corrected in the browser when the cached document is from last year.
  const [year] = useState(() => new Date().getFullYear());
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline pt-6 text-sm text-muted">
      <p>
        {sayWith("© {year} {name}. All rights reserved.", { year: <span suppressHydrationWarning>{year}</span>, name })}
      </p>
      <nav aria-label={say("Policies")} className="small-print">
        {policies.map(([label, to]) => (
          <Link key={to} to={to} prefetch="intent">
            {say(label)}
          </Link>
        ))}
      </nav>
    </div>
  );
}

const mostDepartments = 6;

const help = [
  [text("Delivery"), paths.delivery()],
  [text("Returns"), paths.returns()],
  [text("Contact"), paths.contact()],
] as const;

const account = [
  [text("Your account"), paths.account()],
  [text("Orders"), paths.orders()],
  [text("Wishlist"), paths.wishlist()],
] as const;

const policies = [
  [text("Withdraw from contract here"), paths.withdraw()],
  [text("Privacy policy"), paths.privacy()],
  [text("Terms of use"), paths.terms()],
  [text("Imprint"), paths.imprint()],
] as const;
