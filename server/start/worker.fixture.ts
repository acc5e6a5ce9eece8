// A shop process for tests of what happens when it ends: its requests name how it does.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { stopOnSignals } from "./stopping.ts";

if (existsSync(join(process.env.DATA_DIR ?? "", "broken"))) process.exit(1);
const failures: Record<string, () => void> = {
  "/throw": () => {
    throw new Error("thrown by a request");
  },
  "/reject": () => void Promise.reject(new Error("rejected by a request")),
  "/exit": () => process.exit(3),
  "/freeze": () => {
    for (;;);
  },
};
const server = createServer((request, response) => {
  response.end(String(process.pid));
  setImmediate(failures[request.url ?? ""] ?? (() => undefined));
});
server.listen(Number(process.env.PORT), "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
const never = () => new Promise<void>(() => undefined);
stopOnSignals(() => (process.env.HANGS ? never() : Promise.resolve()), { interrupts: false, errorMs: 200 });
process.on("disconnect", () => process.exit(0));
