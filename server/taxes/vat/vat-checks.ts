import { LRUCache } from "lru-cache";
import type { App } from "#server/platform/app.ts";
import { type VatId, writeVatId } from "#server/shop/shop.ts";
import type { RegistryAnswer, VatRegistry } from "./registry.ts";
import { deleteOldChecks, findCheck, saveCheck, type VatCheck } from "./vat-checks.sql.ts";
import { viesAddress, viesRegistry } from "./vies.ts";

/** For how long an answer is used, in minutes. */
const usedFor = { valid: 24 * 60, invalid: 15, unavailable: 0.5 };
/** How long a confirmed VAT ID counts in the cart, whose prices are an estimate: the checkout checks it again. */
const estimateDays = 30;
/** How many VAT IDs that aren't known yet each account and address can ask about in a minute: VIES answers all of them few. */
const newPerMinute = 10;

// Per app: a process may open several, one after the other.
const opened = new WeakMap<App["responseCache"], Opened>();
interface Opened {
  registry: VatRegistry;
  /** Questions that wait for an answer, so that two requests about a number ask once. */
  pending: Map<string, Promise<VatCheck>>;
  /** New questions of this minute by account and address. */
  asked: LRUCache<string, { minute: number; count: number }>;
}

function openOf({ responseCache, config }: App): Opened {
  const known = opened.get(responseCache);
  if (known) return known;
  const asked: Opened["asked"] = new LRUCache<string, { minute: number; count: number }>({ max: 10_000 });
  const made: Opened = { registry: viesRegistry(config.viesApiBase ?? viesAddress), pending: new Map(), asked };
  opened.set(responseCache, made);
  return made;
}

/**
 * What VIES says of a VAT ID, asked for the shop's own: an answer of the last day, else a new one within five seconds. Not
 * for transactions, as it waits for another server. `askers` are the account and address that ask: beyond their limit it is
 * unavailable.
 */
export async function checkVatId(app: App, id: VatId, requester: VatId, askers: readonly string[]): Promise<VatCheck> {
  const key = { vatId: writeVatId(id), requester: writeVatId(requester) };
  const known = await findCheck(app.db, { ...key, since: minutesBefore(app.now(), usedFor.valid) });
  if (known && new Date(known.checked_at) >= minutesBefore(app.now(), usedFor[known.state])) return known;
  const open = openOf(app);
  const { registry, pending } = open;
  const name = `${key.vatId} ${key.requester}`;
  const waiting = pending.get(name);
  if (waiting) return waiting;
  if (!mayAsk(open, askers, app.now())) return checkOf(app, key, overLimit);
  const asked = registry
    .check(id, requester)
    .then((answer) => store(app, key, answer))
    .finally(() => pending.delete(name));
  pending.set(name, asked);
  return asked;
}

const overLimit: RegistryAnswer = { state: "unavailable", why: "too many questions", wasAsked: false };

/** Counts a new question of an account and its address; false if one of them has asked too many. */
function mayAsk({ asked }: Opened, askers: readonly string[], now: Date): boolean {
  const minute = Math.floor(now.getTime() / 60_000);
  const counts = askers.map((asker) => {
    const known = asked.get(asker);
    const count = known?.minute === minute ? known.count + 1 : 1;
    asked.set(asker, { minute, count });
    return count;
  });
  return counts.every((count) => count <= newPerMinute);
}

/** Whether VIES confirmed a VAT ID lately, without asking it. */
export const wasConfirmed = async (app: App, id: VatId, requester: VatId): Promise<boolean> => {
  const since = minutesBefore(app.now(), estimateDays * 24 * 60);
  const known = await findCheck(app.db, { vatId: writeVatId(id), requester: writeVatId(requester), since });
  return known?.state === "valid";
};

interface CheckKey {
  vatId: string;
  requester: string;
}

/** Stores what VIES answered, not that a limit of our own kept it from being asked. */
async function store(app: App, key: CheckKey, answer: RegistryAnswer): Promise<VatCheck> {
  if (answer.state === "unavailable") app.log.warn({ why: answer.why }, "VIES gave no answer about a VAT ID");
  const check = checkOf(app, key, answer);
  if (answer.state !== "unavailable" || answer.wasAsked) await saveCheck(app.db, check);
  return check;
}

const checkOf = (app: App, { vatId, requester }: CheckKey, answer: RegistryAnswer): VatCheck => ({
  vat_id: vatId,
  requester,
  state: answer.state,
  name: answer.state === "valid" ? answer.name : null,
  consultation_number: answer.state === "valid" ? answer.consultationNumber : null,
  checked_at: app.now().toISOString(),
});

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Deletes old answers every night. */
export function scheduleVatChecks({ jobs, db }: App) {
  jobs.schedule("taxes.tidy", "37 3 * * *", () => deleteOldChecks(db));
}
