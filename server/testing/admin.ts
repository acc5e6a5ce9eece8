import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { hashPassword } from "#server/accounts/passwords.ts";
import type { TestShop } from "./shop.ts";

/** An administrator with a password, which protected settings ask for. */
export async function administratorWithPassword({ app, person }: TestShop) {
  const [admin, password] = [await person("admin"), "quiet-river-stone"];
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${admin.id}`.execute(app.db);
  return { ...admin, password };
}

/** Makes coupons and gift cards as an administrator does. */
export async function openAdmin(shop: TestShop) {
  const { token } = await shop.person("admin");
  return {
    token,
    coupon: async (change: object = {}) => {
      const code = `C${randomUUID().slice(0, 8).toUpperCase()}`;
      const body = { code, kind: "percent", value: 1000, ...change };
      const { body: made } = await shop.ask("POST /coupons", { token, body });
      return made.data as { id: number; code: string; version: number };
    },
    card: async (amount: number, change: object = {}) => {
      const { body: made } = await shop.ask("POST /gift-cards", { token, body: { amount, ...change } });
      return made.data as { id: number; code: string; last4: string; version: number };
    },
  };
}
