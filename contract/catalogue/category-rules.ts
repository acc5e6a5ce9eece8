import { z } from "zod";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { Id, one } from "#contract/endpoint.ts";
import { Amount, Money } from "#contract/money.ts";
import { category } from "#contract/resources/resources.ts";

const IsOrIsNot = z.enum(["is", "is_not"]);

/** A condition on a product. `is_not` includes products without a value. */
export const CategoryCondition = z.discriminatedUnion("field", [
  z.object({ field: z.literal("tag"), op: IsOrIsNot, value: Id }),
  z.object({ field: z.literal("type"), op: IsOrIsNot, value: Id }),
  z.object({ field: z.literal("brand"), op: IsOrIsNot, value: z.string().trim().min(1).max(productLimits.brand) }),
  /** Of an attribute of the product type, by its key. */
  z.object({
    field: z.literal("attribute"),
    key: z.string().min(1).max(60),
    op: IsOrIsNot,
    value: z.string().trim().min(1).max(500),
  }),
  /** The price of some variation. */
  z.object({ field: z.literal("price"), op: z.enum(["less_than", "greater_than"]), value: Amount }),
  /** Percent off the compare-at price of some variation. */
  z.object({ field: z.literal("discount"), op: z.literal("at_least"), value: z.int().min(1).max(99) }),
  z.object({ field: z.literal("stock"), op: z.literal("is"), value: z.enum(["in_stock", "out"]) }),
  /** Published in the last days; applied again every night. */
  z.object({ field: z.literal("published"), op: z.literal("within_days"), value: z.int().min(1).max(3650) }),
]);
export type CategoryCondition = z.infer<typeof CategoryCondition>;

/** Which products are in a category besides those assigned to it. */
export const CategoryRules = z.object({
  match: z.enum(["all", "any"]),
  conditions: z.array(CategoryCondition).min(1, "Add at least one condition").max(20),
});
export type CategoryRules = z.infer<typeof CategoryRules>;

const RulesPreview = z.object({
  /** Products on sale that match. */
  total: z.int(),
  /** The first ten, most popular first. */
  products: z.array(z.object({ id: z.int(), name: z.string(), thumbnail: z.string(), price: Money })),
});
export type RulesPreview = z.infer<typeof RulesPreview>;

export const categoryRulesApi = {
  "POST /categories/rules/preview": category.write({
    summary: "Preview the products that rules would put into a category.",
    isRead: true,
    body: CategoryRules,
    reply: one(RulesPreview),
  }),
};
