import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { App } from "#server/platform/app.ts";
import type { Shows } from "#server/platform/cache/response-cache.ts";
import { Problem, problemOf } from "#server/platform/http/problem.ts";
import { StartProblem } from "#server/platform/start-error.ts";
import type { queryClient } from "#web/api/query.ts";
import type { makeContext, ShopAccess } from "#web/api/shop-access.ts";

export const buildFolder = fileURLToPath(new URL("../../build/", import.meta.url));

/** What web/entry.server.tsx exports, and the build around it. */
export interface ServerBuild {
  entry: {
    module: {
      createRequestHandler: (
        build: unknown,
        mode: string,
      ) => (request: Request, context: ReturnType<typeof makeContext>) => Promise<Response>;
      makeContext: typeof makeContext;
      queryClient: typeof queryClient;
    };
  };
}

/** Renders the page at an address of this origin. `whole` is false when something it shows could not be told or had. */
export type Render = (url: string, origin: string, shows: Shows) => Promise<{ response: Response; whole: boolean }>;

/** The storefront as `npm run build` left it. */
export async function builtPages(): Promise<ServerBuild> {
  const file = join(buildFolder, "server", "index.js");
  if (!existsSync(file))
    throw new StartProblem("The storefront has not been built. Start the shop with npm start, which builds it.");
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/** How pages of a build are rendered with the answers of this app. */
export function renderer(build: ServerBuild, app: App, mode: "production" | "development"): Render {
  const { createRequestHandler, makeContext, queryClient } = build.entry.module;
  const handle = createRequestHandler(build, mode);
  const words = mode === "production" ? wordFiles() : {};
  return async (url, origin, shows) => {
    let [whole, busy] = [true, false];
    const call: ShopAccess["call"] = async (route, args) => {
      let topics = 0;
      try {
        const answer = await app.call(route, args, (...shown) => {
          topics += shown.length;
          shows(...shown);
        });
        // What names nothing it shows could never be dropped.
        if (topics === 0) whole = false;
        return answer;
      } catch (error) {
        whole = false;
        const refusal = problemOf(error);
        // Text that the database has no place for came with the address.
        if (refusal?.code === "bad_input") throw refusal;
        busy ||= refusal?.code === "busy";
        if (!(error instanceof Problem)) app.log.error({ err: error, route }, "a call of a page failed");
        throw error;
      }
    };
    const failed = (error: unknown) => {
      whole = false;
      if (!(error instanceof Problem)) app.log.error({ err: error, url }, "a page could not be rendered");
    };
    const response = await handle(new Request(url), makeContext({ call, origin, words, failed }, queryClient(call)));
    return { response: busy && response.status >= 500 ? await inAMoment(response) : response, whole };
  };
}

/** The build tells them apart from those of earlier builds, which stay for a while. */
function wordFiles(): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(buildFolder, "client", ".vite", "manifest.json"), "utf8")) as Record<
    string,
    { file: string }
  >;
  return Object.fromEntries(
    Object.entries(manifest).flatMap(([source, { file }]) => {
      const language = /^words\/(\w+)\.json$/.exec(source)?.[1];
      return language ? [[language, `/${file}`]] : [];
    }),
  );
}

/** A page that failed because the database was away is worth asking for again, which 500 does not say. */
const inAMoment = async (response: Response) =>
  new Response(await response.bytes(), {
    status: 503,
    headers: { ...Object.fromEntries(response.headers), "retry-after": "2" },
  });
