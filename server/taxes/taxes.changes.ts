import type { TaxClass, TaxRate } from "#contract/taxes.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import {
  createTaxClass,
  createTaxRate,
  deleteTaxClass,
  deleteTaxRate,
  updateTaxClass,
  updateTaxRate,
} from "./taxes.admin.ts";
import { findRate, listClasses } from "./taxes.sql.ts";

/** A class with the shop's default, which another class becomes in its place. */
type ClassState = TaxClass & { default_id: number };

/** What changes of taxes record, and how they are undone. */
export function recordTaxes({ object }: App) {
  object<ClassState>("tax_class", {
    read: async (tx, id) => {
      const classes = await listClasses(tx);
      const found = classes.find((one) => one.id === Number(id));
      return found && { ...found, default_id: classes.find((one) => one.is_default)?.id ?? 0 };
    },
    name: ({ name }) => name,
    beside: ["default_id"],
    update: setBackClass,
    create: (tx, id, state) => createTaxClass(tx, state, Number(id)),
    remove: (tx, id) => deleteTaxClass(tx, Number(id)),
    // There is always one default.
    canRemove: ({ is_default }) => !is_default,
  });
  object<TaxRate>("tax_rate", {
    read: (tx, id) => findRate(tx, Number(id)),
    name: ({ name }) => name,
    together: [
      [
        ...(["tax_class_id", "country", "region", "postal_prefix", "rate_ppm", "includes_shipping"] as const),
        ...(["compound", "additional", "valid_from", "valid_to"] as const),
      ],
    ],
    update: (tx, id, state) => updateTaxRate(tx, Number(id), state),
    create: (tx, id, state) => createTaxRate(tx, state, Number(id)),
    remove: (tx, id) => deleteTaxRate(tx, Number(id)),
  });
}

/** There is always one default: a class that is it no more gives it back. */
async function setBackClass(tx: Tx, id: string, state: ClassState) {
  const classes = await listClasses(tx);
  const [own, former] = [Number(id), state.default_id].map((wanted) =>
    assertFound(classes.find((one) => one.id === wanted)),
  );
  if (own?.is_default && !state.is_default && former)
    await updateTaxClass(tx, former.id, { ...former, is_default: true });
  const { version } = assertFound((await listClasses(tx)).find((one) => one.id === Number(id)));
  return updateTaxClass(tx, Number(id), { ...state, version });
}
