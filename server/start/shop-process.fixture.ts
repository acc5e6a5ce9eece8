// A whole shop without its pages: calls, sockets and jobs, on a database of its own or on the one it is given.
import type { AddressInfo } from "node:net";
import { openShop } from "#server/app.ts";
import { readConfig } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { type Prepared, prepareDatabase } from "./database.ts";
import { untilTold } from "./stopping.ts";

// The demo card is for demo shops only.
const config = { ...readConfig(), demo: true };
const given = process.env.KIOSK_CONNECTION;
const database: Prepared = given
  ? { connection: JSON.parse(given) as Connection, stop: async () => undefined }
  : await prepareDatabase(config, () => undefined);
const { app, close } = await openShop(config, database.connection);
await app.http.listen({ host: config.host, port: config.port });
await app.jobs.start();
untilTold(async () => {
  await close();
  await database.stop();
});
console.log(`The shop is open: http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`);
