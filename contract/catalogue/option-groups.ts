import { z } from "zod";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { endpoint, Id, list, Version } from "#contract/endpoint.ts";
import { resource } from "#contract/resources/resource.ts";
import { notUndone } from "#contract/resources/undo.ts";

export const OptionGroup = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  display: z.enum(["swatch", "image", "button", "select"]),
  values: z.array(z.object({ id: z.int(), label: z.string(), code: z.string(), swatch: z.string().nullable() })),
  version: z.int(),
});
export type OptionGroup = z.infer<typeof OptionGroup>;
export const OptionGroupForm = z.object({
  name: z.string("Name required").trim().min(1, "Name required").max(productLimits.option),
  display: z.enum(["swatch", "image", "button", "select"]).default("button"),
  /**
   * All values, in order. Those with an id are updated; those not sent are deleted unless a product uses them. With
   * `values_was` only those of it, so that values that were added meanwhile stay.
   */
  values: z
    .array(
      z.object({
        id: Id.optional(),
        label: z.string().trim().min(1).max(productLimits.option),
        swatch: z
          .string()
          .regex(/^#[0-9a-f]{6}$/i, "Enter a color, such as #17594a.")
          .nullish(),
      }),
    )
    .min(1)
    .max(productLimits.optionValues),
  /** The ids of the values that the group had when the form was opened. */
  values_was: z.array(Id).max(productLimits.optionValues).optional(),
});

const optionGroup = resource("option_group", ["catalogue"]);

export const optionGroupsApi = {
  "GET /product/option-group": endpoint({
    summary: "List option groups with their values.",
    caller: "anyone",
    cached: true,
    reply: list(OptionGroup),
  }),
  "GET /product/option-group/export": optionGroup.export("Download option groups with their values as CSV."),
  "POST /product/option-group": optionGroup.create("Create an option group.", OptionGroupForm, OptionGroup, [
    "name_taken",
  ]),
  "PUT /product/option-group/order": optionGroup.write({
    summary: "Set the order of the option groups; those not sent come last.",
    undo: "snapshot",
    body: z.object({ ids: z.array(Id).min(1).max(1000) }),
    reply: list(OptionGroup),
  }),
  "PUT /product/option-group/:id": optionGroup.update(
    "Update an option group.",
    OptionGroupForm.extend({ version: Version }),
    OptionGroup,
    ["name_taken", "option_in_use", "stale"],
  ),
  "POST /product/option-group/:id/merge": optionGroup.update(
    "Replace an option group by another one on all its products and delete it. Values of the same label become one.",
    z.object({ into_id: Id }),
    OptionGroup,
    ["option_merge_conflict"],
    notUndone.deleted,
  ),
  "DELETE /product/option-group/:id": optionGroup.delete("Delete an option group that no product uses.", [
    "option_in_use",
  ]),
};
