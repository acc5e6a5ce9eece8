// node bench/pages.ts: what documents cost, kept and rendered, against the same bytes from memory in the same run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { type Measured, machine, measure, table } from "./measure.ts";
import { ask, openBenchShop } from "./shop.ts";

const shop = await openBenchShop();
const folder = mkdtempSync(join(tmpdir(), "kiosk-bytes-"));
const accept = { "accept-encoding": "br" };
try {
  const { data: cards } = await ask(shop, "GET /product?per_page=24");
  const paths = { home: "/", list: "/products", details: `/details/${cards[0].slug}` };
  const rows: Measured[] = [];
  const ratios: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const kept = await measure({ title: `${name}, kept`, url: shop.url + path, pids: shop.pids, headers: accept });
    const plain = await plainly(name, path);
    rows.push(kept, plain);
    ratios.push(`${name} ${(kept.cpuMs / plain.cpuMs).toFixed(2)}`);
  }
  let turn = 0;
  /** Nothing costs as much: each address is a new one, and its list the same. */
  const unheard = 90_000_000;
  const unseen = (title: string, path: () => string, host?: () => string) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      headers: accept,
      connections: 4,
      // A young process compiles what it draws with for the first thousand documents or so.
      warmSeconds: 15,
      requests: [
        {
          method: "GET",
          setupRequest: (sent) => ({
            ...sent,
            path: path(),
            headers: { ...sent.headers, ...(host ? { host: host() } : {}) },
          }),
        },
      ],
    });
  // Nothing in the address of the home page makes it another one but its host.
  const anotherHost = () => `shop-${turn++}.example`;
  rows.push(await unseen("home, rendered", () => "/", anotherHost));
  rows.push(await unseen("category, rendered", () => `/products?category=wear&price_max=${unheard + turn++}`));
  rows.push(await unseen("list, rendered", () => `/products?price_max=${unheard + turn++}`));
  rows.push(
    await unseen("details, rendered", () => `/details/${cards[turn % 24].slug}?variation=${1_000_000 + turn++}`),
  );
  console.log(
    `\n${machine()}\n\n${table(rows)}\n\nkept document against the same bytes from memory: ${ratios.join(", ")}`,
  );
} finally {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function plainly(name: string, path: string): Promise<Measured> {
  const { headers, body } = await request(shop.url + path, { headers: accept });
  const file = join(folder, name);
  writeFileSync(file, Buffer.from(await body.arrayBuffer()));
  const sent = Object.fromEntries(
    Object.entries(headers).filter(
      ([header]) => !/^(date|connection|keep-alive|content-length|transfer-encoding)$/.test(header),
    ),
  );
  const server = spawn(process.execPath, ["bench/plain-server.ts", file, JSON.stringify(sent)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = await once(server.stdout, "data");
  try {
    return await measure({
      title: `${name}, its bytes from memory`,
      url: String(address).trim() + path,
      pids: [server.pid ?? 0],
      headers: accept,
    });
  } finally {
    server.kill();
  }
}
