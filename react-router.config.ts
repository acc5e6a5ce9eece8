import { deepStrictEqual } from "node:assert";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web",
  ssr: true,
  // The whole route table comes with the first page: a click never waits for it, and a saved page works offline.
  routeDiscovery: { mode: "initial" },
  buildEnd: ({ reactRouterConfig }) => {
    const assets = join(reactRouterConfig.buildDirectory, "client", "assets");
    shortenRouteTable(assets);
    precompress(assets);
  },
} satisfies Config;

/**
 * The route table names the same files over and over, and what most routes have not. Written as a few lines of script that
 * make the very same table, it is a fifth as long.
 */
function shortenRouteTable(folder: string) {
  const file = join(folder, readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name)) ?? "manifest.js");
  const table = tableOf(readFileSync(file, "utf8"));
  const { routes, ...rest } = table;
  const all = Object.values(routes);
  const names = [...new Set([...byUse(all.flatMap(({ imports }) => imports)), ...all.map(({ module }) => module)])];
  const rows = all.map((route) => {
    const { module, imports, css, ...other } = route;
    const kinds = flags.reduce((sum, flag, bit) => sum + (other[flag] === true ? 2 ** bit : 0), 0);
    const further = Object.fromEntries(Object.entries(other).filter(([key]) => !flags.includes(key)));
    const numbers = imports.map((name) => names.indexOf(name)).toSorted((one, other) => one - other);
    return [names.indexOf(module), kinds, further, numbers, css];
  });
  const hashes = names.map((name) => /^\/assets\/([\w-]{7})\.js$/.exec(name)?.[1] ?? "").join("");
  const parts = [hashes, flags, rows, rest].map((part) => JSON.stringify(part)).join(",");
  const script = `window.__reactRouterManifest=((h,f,r,m,n=h.match(/.{7}/g).map(x=>"/assets/"+x+".js"))=>({...m,routes:Object.fromEntries(r.map(([a,k,o,i,c])=>[o.id,{...o,...Object.fromEntries(f.map((x,b)=>[x,k>>b&1?!0:!1])),module:n[a],imports:i.map(x=>n[x]),css:c}]))}))(${parts});`;
  deepStrictEqual(tableOf(script), table);
  writeFileSync(file, script);
}

/** Each name once, the one that comes most often first: small numbers in order take the fewest bytes. */
function byUse(names: string[]): string[] {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

interface RouteTable {
  routes: Record<string, { module: string; imports: string[]; css: string[]; [key: string]: unknown }>;
}
const flags = [
  "Action",
  "Loader",
  "ClientAction",
  "ClientLoader",
  "ClientMiddleware",
  "DefaultExport",
  "ErrorBoundary",
].map((what) => `has${what}`);

/** The table a browser gets from such a script; in which order a route's files are named says nothing. */
function tableOf(script: string): RouteTable {
  const window: { __reactRouterManifest?: RouteTable } = {};
  runInNewContext(script, { window });
  const table = JSON.parse(JSON.stringify(window.__reactRouterManifest)) as RouteTable;
  for (const { imports } of Object.values(table.routes)) imports.sort();
  return table;
}

/** Scripts and styles are compressed once, at their best, beside the originals. */
function precompress(folder: string) {
  for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
