import { useSuspenseQuery } from "@tanstack/react-query";
import { Mail, MessageCircle, MessagesSquare, Phone, SquarePlay } from "lucide-react";
import { query } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";
import { sellerAddress } from "#words/seller.ts";
import { linkLook, Policy, ToFillIn } from "./policy.tsx";

export default function ContactPage() {
  const shop = useSuspenseQuery(query("GET /shop", {})).data.data;
  const { contact, demo } = shop;
  const address = sellerAddress(shop);
  const ways = [
    { Icon: Mail, label: say("Email"), says: contact.email, href: contact.email && `mailto:${contact.email}` },
    { Icon: Phone, label: say("Phone"), says: contact.phone, href: phoneLink(contact.phone) },
    { Icon: MessageCircle, label: say("Messaging app"), says: say("Send us a message"), href: contact.messaging },
    { Icon: MessagesSquare, label: say("Chat"), says: say("Chat with us"), href: contact.chat },
    { Icon: SquarePlay, label: say("Video channel"), says: say("Watch our videos"), href: contact.video },
  ];
  const canBeContacted = ways.some(({ href }) => href);
  return (
    <Policy title={say("Contact")} path={paths.contact()} description={say("Contact us by email, phone or chat.")}>
      <p>
        {demo && say("We reply on business days, usually within a day.")}{" "}
        {canBeContacted
          ? say("If your message is about an order, include the order number.")
          : say("How to contact us will follow here.")}
      </p>
      {address.length > 0 ? (
        <address className="as-written whitespace-pre-line not-italic">{address.join("\n")}</address>
      ) : (
        <ToFillIn parts={[say("The shop owner's name, postal address and other legally required details")]} />
      )}
      <p>
        <ShopLink to={paths.imprint()} className={linkLook}>
          {say("Imprint")}
        </ShopLink>
      </p>
      <ul aria-label={say("Contact options")} className="grid gap-3 empty:hidden sm:grid-cols-2">
        {ways.map(
          ({ Icon, label, says, href }) =>
            href && (
              <li key={label}>
                <a
                  href={href}
                  rel="noreferrer"
                  target={href.startsWith("http") ? "_blank" : undefined}
                  className={
                    "flex items-center gap-4 rounded-lg border border-hairline " +
                    "bg-surface p-4 transition-colors hover:border-control"
                  }
                >
                  <Icon className="size-5 shrink-0 text-muted" strokeWidth={1.5} aria-hidden="true" />
                  <span className="min-w-0">
                    <span className="block text-sm text-muted">{label}</span>
                    <bdi className="block break-words">{says}</bdi>
                  </span>
                </a>
              </li>
            ),
        )}
      </ul>
    </Policy>
  );
}

const phoneLink = (phone: string | null) => phone && `tel:${phone.replace(/[^+\d]/g, "")}`;
