import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { api } from "#contract/api.ts";
import { NewOrder } from "#contract/checkout.ts";
import { openShop } from "#server/app.ts";
import { placeCartOrder } from "#server/checkout/placement.ts";
import { readConfig } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { onceOnly } from "#server/platform/http/idempotency.ts";

const endpoint = api["POST /orders"];

/** The rule behind a call in this process: all it does to the database and nothing of HTTP. */
export interface OwnRule {
  /** Places an order of a customer's cart as the call does, under a fresh idempotency key. Throws what the call would refuse. */
  place(userId: number, wish: object): Promise<void>;
  close(): Promise<void>;
}

/** Puts the rooms together a second time, in this process and with a pool of their own, on a shop's database. */
export async function openOwnRule(dataDir: string, connection: Connection): Promise<OwnRule> {
  const { app, close } = await openShop(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "fatal" }, dataDir), connection);
  return {
    place: async (userId, wish) => {
      const body = NewOrder.parse(wish);
      const request = { headers: { "idempotency-key": randomUUID() }, url: "/v1/orders", body } as unknown;
      await onceOnly({
        endpoint,
        route: "POST /orders",
        request: request as FastifyRequest,
        caller: { kind: "user", id: userId, role: "customer", sessionFamily: "" },
        db: app.db,
        status: 201,
        isWithin: true,
        work: async (once) => ({ data: await placeCartOrder(app, userId, body, once) }),
      });
    },
    close,
  };
}
