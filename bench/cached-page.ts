// node bench/cached-page.ts: what a kept document costs, against the same bytes sent straight from memory, in one run.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openShop } from "#server/app.ts";
import { readConfig } from "#server/platform/config.ts";
import { prepareDatabase } from "#server/start/database.ts";
import { mountStorefront } from "#server/storefront/storefront.ts";

const seconds = 4;
const rounds = 3;

const dataDir = mkdtempSync(join(tmpdir(), "kiosk-bench-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "error" }, dataDir);
const database = await prepareDatabase(config, () => undefined);
const shop = await openShop(config, database.connection);
const { http } = shop.app;
await mountStorefront(shop.app);
let body: Buffer = Buffer.alloc(0);
let headers: Record<string, string> = {};
http.get("/bench/bytes", (_request, reply) => reply.headers(headers).send(body));
const base = await http.listen({ host: "127.0.0.1", port: 0 });

const page = await ask(`${base}/`);
headers = Object.fromEntries(
  Object.entries(page.headers).filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)),
) as Record<string, string>;
body = page.body;

const costs: Record<string, number[]> = { "/": [], "/bench/bytes": [], "/?utm_source=x": [] };
for (let round = 0; round < rounds; round++)
  for (const path of Object.keys(costs)) costs[path]?.push(await cpuMsPerRequest(base + path));
for (const [path, all] of Object.entries(costs)) {
  const median = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
  console.log(path.padEnd(16), `${median?.toFixed(4)} CPU ms a request`, all.map((one) => one.toFixed(4)).join(" "));
}
console.log(`${body.length} bytes sent`);
await shop.close();
await database.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

/** The load comes from another process, so that only the shop's own time is counted. */
async function cpuMsPerRequest(url: string) {
  const before = process.cpuUsage();
  const cannon = spawn(
    process.execPath,
    [
      join("node_modules", "autocannon", "autocannon.js"),
      "-c",
      "10",
      "-d",
      String(seconds),
      "-j",
      "-H",
      "accept-encoding=br",
      url,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let printed = "";
  cannon.stdout.on("data", (part: Buffer) => (printed += part));
  await new Promise((done) => cannon.on("close", done));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / JSON.parse(printed).requests.total;
}

/** The page as it is sent, compressed. */
function ask(url: string) {
  return new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((done, fail) => {
    get(url, { headers: { "accept-encoding": "br" } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => done({ headers: response.headers, body: Buffer.concat(parts) }));
    }).on("error", fail);
  });
}
