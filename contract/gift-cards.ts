import { z } from "zod";
import { endpoint, IdParams, Instant, one, PageQuery, paged, Version } from "./endpoint.ts";
import { Amount, Money } from "./money.ts";

/** A gift card. Its code is not stored. */
export const GiftCard = z.object({
  id: z.int(),
  last4: z.string(),
  initial: Money,
  balance: Money,
  expires_at: Instant.nullable(),
  is_active: z.boolean(),
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
  note: z.string().trim().max(200).nullable().default(null),
});
export type GiftCardForm = z.infer<typeof GiftCardForm>;

export const giftCardsApi = {
  "GET /gift-cards": endpoint({
    summary: "List gift cards, newest first.",
    caller: "admin",
    query: PageQuery.extend({
      /** Last four characters of the code, or part of the note. */
      name: z.string().max(100).optional(),
    }),
    reply: paged(GiftCard),
  }),
  "POST /gift-cards": endpoint({
    summary: "Create a gift card. Only this response contains its code.",
    caller: "admin",
    idempotency: "accepted",
    secret: true,
    body: GiftCardForm,
    reply: one(IssuedGiftCard),
    status: 201,
  }),
  "PATCH /gift-cards/:id": endpoint({
    summary: "Update a gift card: enable or disable it, or change its expiry (null for none).",
    caller: "admin",
    params: IdParams,
    body: z.object({
      is_active: z.boolean().optional(),
      expires_at: Instant.nullable().optional(),
      version: Version,
    }),
    reply: one(GiftCard),
    problems: ["not_found", "stale"],
  }),
};
