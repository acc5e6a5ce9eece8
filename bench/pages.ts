// node bench/pages.ts: cost of cached and rendered documents, and of the same bytes from memory in the same run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { type Measured, machine, measure, requireInput, table } from "./measure.ts";
import { call, openBenchShop } from "./shop.ts";

const shop = await openBenchShop();
const folder = mkdtempSync(join(tmpdir(), "kiosk-bytes-"));
const accept = { "accept-encoding": "br" };
try {
  const { data: cards } = await call(shop, "GET /product?per_page=24");
  requireInput(cards.length, "This shop has no products to measure.");
  const paths = { home: "/", list: "/products", details: `/details/${cards[0].slug}` };
  const rows: Measured[] = [];
  const ratios: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const cached = await measure({ title: `${name}, cached`, url: shop.url + path, pids: shop.pids, headers: accept });
    const fromMemory = await measureBytes(name, path);
    rows.push(cached, fromMemory);
    ratios.push(`${name} ${(cached.cpuMs / fromMemory.cpuMs).toFixed(2)}`);
  }
  let turn = 0;
  /** No product costs as much: each URL is new, and its list the same. */
  const noLimit = 90_000_000;
  const rendered = (title: string, path: () => string, host?: () => string) =>
    measure({
      title,
      url: shop.url,
      pids: shop.pids,
      headers: accept,
      connections: 4,
      // The first thousand documents or so are slower, until V8 has compiled the code.
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
  // Only another host makes the home page another document.
  const anotherHost = () => `shop-${turn++}.example`;
  rows.push(await rendered("home, rendered", () => "/", anotherHost));
  rows.push(await rendered("category, rendered", () => `/products?category=wear&price_max=${noLimit + turn++}`));
  rows.push(await rendered("list, rendered", () => `/products?price_max=${noLimit + turn++}`));
  rows.push(
    await rendered("details, rendered", () => `/details/${cards[turn % 24].slug}?variation=${1_000_000 + turn++}`),
  );
  console.log(
    `\n${machine()}\n\n${table(rows)}\n\ncached document to the same bytes from memory: ${ratios.join(", ")}`,
  );
} finally {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureBytes(name: string, path: string): Promise<Measured> {
  const { headers, body } = await request(shop.url + path, { headers: accept });
  const file = join(folder, name);
  writeFileSync(file, Buffer.from(await body.arrayBuffer()));
  const sent = Object.fromEntries(
    Object.entries(headers).filter(
      ([header]) => !/^(date|connection|keep-alive|content-length|transfer-encoding)$/.test(header),
    ),
  );
  const server = spawn(process.execPath, ["bench/memory-server.ts", file, JSON.stringify(sent)], {
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
