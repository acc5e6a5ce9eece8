import type { GiftCard } from "#contract/gift-cards.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Cell, HeadCell, LinkRows, Row, Table } from "#web/ui/lists/table.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";
import { giftCardStatusLabels } from "./gift-card-labels.ts";

/** The gift card table. A click opens a row, the arrow keys move between rows. */
export const GiftCardsTable = ({ cards }: { cards: GiftCard[] }) => (
  <Table label="Gift cards">
    <thead>
      <tr>
        <HeadCell>Code</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell className="max-md:hidden">Recipient</HeadCell>
        <HeadCell className="max-md:hidden">Expires</HeadCell>
        <HeadCell className="max-lg:hidden">Issued</HeadCell>
        <HeadCell numeric>Balance</HeadCell>
      </tr>
    </thead>
    <LinkRows>
      {cards.map((card) => (
        <Row key={card.id} to={dashboardPaths.giftCard(card.id)}>
          <Cell>
            <ShopLink
              to={dashboardPaths.giftCard(card.id)}
              className="font-semibold whitespace-nowrap underline-offset-4 hover:underline"
            >
              •••• {card.last4}
            </ShopLink>
            {card.recipient && (
              <span className="block max-w-40 truncate text-xs text-muted md:hidden">{card.recipient}</span>
            )}
          </Cell>
          <Cell>
            <GiftCardStatusBadge card={card} />
          </Cell>
          <Cell className="w-full max-w-0 truncate max-md:hidden">
            {card.recipient ?? <span className="text-muted">None</span>}
          </Cell>
          <Cell className="whitespace-nowrap text-muted max-md:hidden">
            {card.expires_at ? formatDay(card.expires_at, shopLocale()) : "Never"}
          </Cell>
          <Cell className="whitespace-nowrap text-muted max-lg:hidden">{formatDay(card.created_at, shopLocale())}</Cell>
          <Cell numeric className="whitespace-nowrap">
            <span className="font-medium">{formatMoney(card.balance, shopLocale())}</span>
            <span className="text-muted max-sm:hidden"> of {formatMoney(card.initial, shopLocale())}</span>
          </Cell>
        </Row>
      ))}
    </LinkRows>
  </Table>
);

export const GiftCardStatusBadge = ({ card: { status } }: { card: GiftCard }) => (
  <Badge tone={giftCardStatusLabels[status].tone} className="whitespace-nowrap">
    {giftCardStatusLabels[status].label}
  </Badge>
);
