import { sql } from "kysely";
import type { Actor } from "#server/orders/status/actor.ts";
import type { PaymentTransaction } from "#server/payments/payments.ts";
import { type Db, findRow, getRow, getValue, listRows, type Tx } from "#server/platform/database/database.ts";
import type { UnitValue } from "./unit-values.ts";

/** The sums of an order without entries. */
export const noBalance = {
  credited_amount: 0,
  /** Agreed reductions that have no credit note: what was refunded at the provider. */
  adjusted_amount: 0,
  gift_card_amount: 0,
  gift_card_refunded_amount: 0,
  paid_amount: 0,
  /** Refunds and lost chargebacks. */
  refunded_amount: 0,
  chargeback_amount: 0,
};
/** Sums of the entries of one order, in minor units (view `order_balance`). */
export type Balance = typeof noBalance;

/** The columns of `left join order_balance b`; zero for an order without entries. */
export const balanceColumns = sql.join(
  Object.keys(noBalance).map((column) => sql`coalesce(${sql.ref(`b.${column}`)}, 0) as ${sql.ref(column)}`),
);

export const findBalance = async (db: Db | Tx, orderId: string): Promise<Balance> =>
  (await findRow<Balance>(db)`select ${balanceColumns} from order_balance b where order_id = ${orderId}::uuid`) ??
  noBalance;

/** The sums of several orders; of one without entries there are none. */
export const listBalances = async (db: Db | Tx, orderIds: string[]): Promise<Map<string, Balance>> => {
  const rows = await listRows<Balance & { order_id: string }>(db)`
    select order_id, ${balanceColumns} from order_balance b where order_id = any(${orderIds}::uuid[])`;
  return new Map(rows.map(({ order_id, ...balance }) => [order_id, balance]));
};

export interface NewEntry {
  kind: "credit" | "adjustment" | "gift_card" | "gift_card_refund" | PaymentTransaction["kind"];
  /** Minor units; negative reverses. Entries of zero are skipped. */
  amount: number;
  cause: string;
  tax?: number;
  line?: number;
  quantity?: number;
  payment?: string;
  /** When its money moved, if not now. */
  at?: string;
}

/** Inserts entries, each once for its kind, cause and line. */
export async function insertEntries(
  tx: Tx,
  orderId: string,
  entries: NewEntry[],
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const added = entries.filter(({ amount }) => amount !== 0);
  if (added.length === 0) return;
  await sql`
    insert into order_transactions (order_id, kind, amount, tax_amount, currency, order_line_id, quantity, payment_id,
      cause, actor_type, actor_id, at)
    select o.id, e.kind, e.amount, coalesce(e.tax, 0), o.currency, e.line, e.quantity, e.payment, e.cause,
      ${actor.type}, ${actor.id}, coalesce(e.at, ${at})
    from orders o, jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      as e (kind text, amount bigint, tax bigint, line bigint, quantity int, payment uuid, cause text, at timestamptz)
    where o.id = ${orderId}::uuid
    on conflict do nothing`.execute(tx);
}

/** The cause for a credit of `key`, numbered after reversed ones; undefined if the key has a credit that is not reversed. */
export async function nextCause(tx: Tx, orderId: string, key: string): Promise<string | undefined> {
  const { written, reversed } = await getRow<{ written: number; reversed: number }>(tx)`
    select count(distinct cause) filter (where cause = ${key} or starts_with(cause, ${`${key}#`}))::int as written,
      count(distinct cause)
        filter (where cause = ${reversalOf(key)} or starts_with(cause, ${`${reversalOf(key)}#`}))::int as reversed
    from order_transactions
    where order_id = ${orderId}::uuid and kind = 'credit'`;
  if (written > reversed) return undefined;
  return written === 0 ? key : `${key}#${written + 1}`;
}

const reversalOf = (cause: string) => `reversed:${cause}`;

/** Reverses the credit of a cause, once. */
export const reverseCredit = (tx: Tx, orderId: string, cause: string, { actor, at }: { actor: Actor; at: Date }) =>
  sql`
    insert into order_transactions (order_id, kind, amount, tax_amount, currency, order_line_id, quantity, cause,
      actor_type, actor_id, at)
    select order_id, kind, -amount, -tax_amount, currency, order_line_id, -quantity,
      ${reversalOf(cause)}, ${actor.type}, ${actor.id}, ${at}
    from order_transactions
    where order_id = ${orderId}::uuid and kind = 'credit' and cause = ${cause}
    on conflict do nothing`.execute(tx);

/** Join for order lines `l`: credits of their cancelled and returned units. */
export const lineCredits = sql`lateral (
  select coalesce(sum(t.amount), 0)::int8 as credited_amount, coalesce(sum(t.tax_amount), 0)::int8 as credited_tax
  from order_transactions t
  where t.order_id = l.order_id and t.kind = 'credit' and t.order_line_id = l.id)`;

/** The credits of an order for units of its lines, in minor units. */
export const sumLineCredits = (tx: Tx, orderId: string) =>
  getValue<number>(tx)`
    select coalesce(sum(amount), 0)::int8 as amount
    from order_transactions
    where order_id = ${orderId}::uuid and kind = 'credit' and order_line_id is not null`;

/** The key of the credit of a delivery cost, by that of the return it is refunded with. */
export const deliveryKeyOf = (returnKey: string) => `${returnKey}:delivery`;

/** What was credited of an order's delivery cost with its returns and not reversed, in minor units. */
export const sumDeliveryCredits = (tx: Tx, orderId: string) =>
  getValue<number>(tx)`
    select coalesce(sum(amount), 0)::int8 as amount
    from order_transactions
    where order_id = ${orderId}::uuid and kind = 'credit' and order_line_id is null
      and cause ~ '^(reversed:)?return:[^:]+:delivery(#[0-9]+)?$'`;

/** Credit entries of units, with one for the difference between their value and `total`. */
export const creditEntries = (cause: string, units: UnitValue[], total: number): NewEntry[] => [
  ...units.map(({ order_line_id: line, quantity, amount, tax }) => ({
    kind: "credit" as const,
    amount,
    tax,
    line,
    quantity,
    cause,
  })),
  { kind: "credit", amount: total - units.reduce((sum, { amount }) => sum + amount, 0), cause },
];
