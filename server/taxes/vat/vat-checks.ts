import type { App } from "#server/platform/app.ts";
import { type VatId, writeVatId } from "#server/shop/shop.ts";
import type { RegistryAnswer, VatRegistry } from "./registry.ts";
import { deleteOldChecks, findCheck, saveCheck, type VatCheck } from "./vat-checks.sql.ts";
import { viesAddress, viesRegistry } from "./vies.ts";

/** For how long an answer is used, in minutes. */
const usedFor = { valid: 24 * 60, invalid: 15, unavailable: 0.5 };
/** How long a confirmed VAT ID counts in the cart, whose prices are an estimate: the checkout checks it again. */
const estimateDays = 30;

// Per app: a process may open several, one after the other.
const opened = new WeakMap<App["responseCache"], Opened>();
interface Opened {
  registry: VatRegistry;
  /** Questions that wait for an answer, so that two requests about a number ask once. */
  pending: Map<string, Promise<VatCheck>>;
}

function openOf({ responseCache, config }: App): Opened {
  const known = opened.get(responseCache);
  if (known) return known;
  const made = { registry: viesRegistry(config.viesApiBase ?? viesAddress), pending: new Map() };
  opened.set(responseCache, made);
  return made;
}

/**
 * What VIES says of a VAT ID, asked for the shop's own: an answer of the last day, else a new one within five seconds. Not
 * for transactions, as it waits for another server.
 */
export async function checkVatId(app: App, id: VatId, requester: VatId): Promise<VatCheck> {
  const key = { vatId: writeVatId(id), requester: writeVatId(requester) };
  const known = await findCheck(app.db, { ...key, since: minutesBefore(app.now(), usedFor.valid) });
  if (known && new Date(known.checked_at) >= minutesBefore(app.now(), usedFor[known.state])) return known;
  const { registry, pending } = openOf(app);
  const name = `${key.vatId} ${key.requester}`;
  const asked =
    pending.get(name) ??
    registry
      .check(id, requester)
      .then((answer) => store(app, key, answer))
      .finally(() => pending.delete(name));
  pending.set(name, asked);
  return asked;
}

/** Whether VIES confirmed a VAT ID lately, without asking it. */
export const wasConfirmed = async (app: App, id: VatId, requester: VatId): Promise<boolean> => {
  const since = minutesBefore(app.now(), estimateDays * 24 * 60);
  const known = await findCheck(app.db, { vatId: writeVatId(id), requester: writeVatId(requester), since });
  return known?.state === "valid";
};

async function store(app: App, { vatId, requester }: { vatId: string; requester: string }, answer: RegistryAnswer) {
  if (answer.state === "unavailable") app.log.warn({ why: answer.why }, "VIES gave no answer about a VAT ID");
  const check: VatCheck = {
    vat_id: vatId,
    requester,
    state: answer.state,
    name: answer.state === "valid" ? answer.name : null,
    consultation_number: answer.state === "valid" ? answer.consultationNumber : null,
    checked_at: app.now().toISOString(),
  };
  await saveCheck(app.db, check);
  return check;
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Deletes old answers every night. */
export function scheduleVatChecks({ jobs, db }: App) {
  jobs.schedule("taxes.tidy", "37 3 * * *", () => deleteOldChecks(db));
}
