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
 * make the very same table, it is half as long.
 */
function shortenRouteTable(folder: string) {
  const file = join(folder, readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name)) ?? "manifest.js");
  const { routes, ...rest } = tableOf(readFileSync(file, "utf8"));
  const names: string[] = [];
  const numberOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1);
  const rows = Object.values(routes).map((route) => {
    const { module, imports, css, ...other } = route;
    const kinds = flags.reduce((sum, flag, bit) => sum + (other[flag] === true ? 2 ** bit : 0), 0);
    const further = Object.fromEntries(Object.entries(other).filter(([key]) => !flags.includes(key)));
    return [numberOf(module), imports.map(numberOf), css.map(numberOf), kinds, further];
  });
  const parts = [names, flags, rows, rest].map((part) => JSON.stringify(part)).join(",");
  const script = `window.__reactRouterManifest=((n,f,r,m)=>({...m,routes:Object.fromEntries(r.map(([a,i,c,k,o])=>[o.id,{...o,...Object.fromEntries(f.map((x,b)=>[x,k>>b&1?!0:!1])),module:n[a],imports:i.map(x=>n[x]),css:c.map(x=>n[x])}]))}))(${parts});`;
  deepStrictEqual(tableOf(script), { routes, ...rest });
  writeFileSync(file, script);
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

/** The table a browser gets from such a script. */
function tableOf(script: string): RouteTable {
  const window: { __reactRouterManifest?: RouteTable } = {};
  runInNewContext(script, { window });
  return JSON.parse(JSON.stringify(window.__reactRouterManifest)) as RouteTable;
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
