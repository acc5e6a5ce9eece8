import { once } from "node:events";
import { type FromReader, type Lookup, type ReadingOrder, type ToReader, toFailure } from "./messages.ts";
import type { ShopLookups } from "./product-file-input.ts";
import { readings } from "./readings.ts";

// A process that reads one file after the other for the one that started it, which is not held up and can end it.
const send = (message: FromReader) => process.send?.(message, () => undefined);
const receive = async () => ((await once(process, "message")) as [ToReader])[0];
process.on("disconnect", () => process.exit());

const ask = async (lookup: Lookup, about: string[]) => {
  send({ type: "ask", lookup, about });
  const answer = await receive();
  return answer.type === "answer" ? answer.value : undefined;
};
const lookups = {
  recallMapping: (header: string[]) => ask("recallMapping", header),
  slugsBySku: (skus: string[]) => ask("slugsBySku", skus),
} as ShopLookups;

async function readAll({ kind, input }: ReadingOrder) {
  const read = readings[kind as keyof typeof readings] as (
    given: object,
    shop: ShopLookups,
  ) => Promise<{ opened: unknown; parts: AsyncGenerator<unknown> }>;
  const { opened, parts } = await read(input, lookups);
  send({ type: "opened", value: opened });
  await receive();
  for await (const value of parts) {
    send({ type: "part", value });
    await receive();
  }
  send({ type: "end" });
}

async function readOrReport(order: ReadingOrder) {
  const pulse = setInterval(() => send({ type: "alive" }), 1000);
  try {
    await readAll(order);
  } catch (error) {
    send({ type: "failed", failure: toFailure(error) });
  } finally {
    clearInterval(pulse);
  }
}

process.on("message", (message: ToReader) => {
  if (message.type === "read") void readOrReport(message.order);
});
