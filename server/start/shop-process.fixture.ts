// A shop without pages: API, sockets and jobs, on its own database or on KIOSK_CONNECTION.
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { openApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { prepareDatabase } from "./database.ts";
import type { DatabaseServer } from "./database-server.ts";
import { stopOnSignals } from "./stopping.ts";

// Only demo shops accept the demo card.
const config = { ...readConfig(), demo: true };
const connection = process.env.KIOSK_CONNECTION;
const database: DatabaseServer = connection
  ? { connection: JSON.parse(connection) as Connection, stop: async () => undefined }
  : await prepareDatabase(config, () => undefined);
const { app, close } = await openApp(config, database.connection);
await app.http.listen({ host: config.host, port: config.port });
await app.jobs.start();
stopOnSignals(async () => {
  await close();
  await database.stop();
});
// Tests kill the process, which would save nothing for the next one.
flushCompileCache();
console.log(`The shop is open: http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`);
