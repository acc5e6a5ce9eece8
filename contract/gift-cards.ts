import { z } from "zod";
import { IdParams, Instant, one, PageQuery, paged, Version } from "./endpoint.ts";
import { Amount, Money } from "./money.ts";
import { resource } from "./resources/resource.ts";

/** `used_up`: its balance is 0; `disabled`: an administrator has switched it off. */
export const GiftCardStatus = z.enum(["active", "used_up", "disabled", "expired"]);
export type GiftCardStatus = z.infer<typeof GiftCardStatus>;

/** A gift card. Its code is not stored. */
export const GiftCard = z.object({
  id: z.int(),
  last4: z.string(),
  initial: Money,
  balance: Money,
  expires_at: Instant.nullable(),
  is_active: z.boolean(),
  status: GiftCardStatus,
  /** Who it is for, a name or an email address; nothing is sent. */
  recipient: z.string().nullable(),
  note: z.string().nullable(),
  version: z.int(),
  created_at: Instant,
});
export type GiftCard = z.infer<typeof GiftCard>;
/** A new gift card with its code, which is shown only once. */
export const IssuedGiftCard = GiftCard.extend({ code: z.string() });
export type IssuedGiftCard = z.infer<typeof IssuedGiftCard>;

export const GiftCardForm = z.object({
  /** Minor units of the shop's currency. */
  amount: Amount.min(1, "Enter an amount."),
  expires_at: Instant.nullable().default(null),
  recipient: z.string().trim().max(200).nullable().default(null),
  note: z.string().trim().max(200).nullable().default(null),
});
export type GiftCardForm = z.infer<typeof GiftCardForm>;

/** A change of a gift card's balance. */
export const GiftCardEntry = z.object({
  id: z.int(),
  /** `issue` by an administrator; `spend` on an order; `return` from an order. */
  kind: z.enum(["issue", "spend", "return"]),
  /** Negative when spent. */
  change: Money,
  balance: Money,
  order_id: z.uuid().nullable(),
  at: Instant,
});
export type GiftCardEntry = z.infer<typeof GiftCardEntry>;

export const GiftCardFilters = z.object({
  /** Last four characters of the code, or part of the recipient or note. */
  name: z.string().max(100).optional(),
  status: GiftCardStatus.optional(),
});
export type GiftCardFilters = z.infer<typeof GiftCardFilters>;

const giftCard = resource("gift_card", ["marketing"]);

export const giftCardsApi = {
  "GET /gift-cards": giftCard.page("List gift cards, newest first.", PageQuery.extend(GiftCardFilters.shape), GiftCard),
  "GET /gift-cards/export": giftCard.export("Download gift cards as CSV, newest first.", GiftCardFilters),
  "GET /gift-cards/:id": giftCard.get("Retrieve a gift card.", GiftCard),
  "GET /gift-cards/:id/entries": giftCard.read({
    summary: "List the changes of a gift card's balance, newest first.",
    params: IdParams,
    query: PageQuery,
    reply: paged(GiftCardEntry),
  }),
  "POST /gift-cards": giftCard.write({
    summary: "Create a gift card. Only this response contains its code.",
    undo: "snapshot",
    idempotency: "required",
    secret: true,
    body: GiftCardForm,
    reply: one(IssuedGiftCard),
    status: 201,
  }),
  "PATCH /gift-cards/:id": giftCard.update(
    "Update a gift card: enable or disable it, or change its expiry (null for none).",
    z.object({ is_active: z.boolean().optional(), expires_at: Instant.nullable().optional(), version: Version }),
    GiftCard,
    ["stale"],
  ),
};
