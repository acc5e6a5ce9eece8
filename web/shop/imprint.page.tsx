import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { query } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";
import { sellerLines } from "#words/seller.ts";
import { Clause, linkLook, Policy, ToFillIn } from "./policy.tsx";

/** Who runs the shop, as directive 2000/31/EC, article 5, asks. */
export default function ImprintPage() {
  const shop = useSuspenseQuery(query("GET /shop", {})).data.data;
  const { contact, vat_id: vatId, supervisory_authority: authority, demo } = shop;
  const lines = sellerLines(shop);
  return (
    <Policy title={say("Imprint")} path={paths.imprint()} description={say("Who runs this shop, and how to reach us.")}>
      {demo && <p>{say("Sample: this is a demo shop, and nobody sells anything here.")}</p>}
      {lines.length > 0 ? (
        <address className="as-written whitespace-pre-line not-italic">{lines.join("\n")}</address>
      ) : (
        <ToFillIn parts={[say("The shop owner's name, postal address and other legally required details")]} />
      )}
      <Clause title={say("Contact")}>
        <ul className="grid gap-1">
          <Detail label={say("Email")} href={contact.email && `mailto:${contact.email}`}>
            {contact.email}
          </Detail>
          <Detail label={say("Phone")} href={contact.phone && `tel:${contact.phone.replace(/[^+\d]/g, "")}`}>
            {contact.phone}
          </Detail>
          <li>
            <ShopLink to={paths.contact()} className={linkLook}>
              {say("More ways to contact us")}
            </ShopLink>
          </li>
        </ul>
      </Clause>
      {vatId && <p>{say("VAT ID {id}", { id: vatId })}</p>}
      {authority && <p>{say("Supervisory authority: {name}", { name: authority })}</p>}
    </Policy>
  );
}

type DetailProps = { label: string; href: string | null; children: ReactNode };

const Detail = ({ label, href, children }: DetailProps) =>
  href && (
    <li>
      {label}:{" "}
      <a href={href} className={linkLook}>
        <bdi>{children}</bdi>
      </a>
    </li>
  );
