import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { Problem, toProblem } from "#server/platform/http/problem.ts";
import { StartError } from "#server/platform/start-error.ts";
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

/** Renders the page at an address of this origin. `isComplete` is false when an answer it shows failed or has no tags. */
export type Render = (
  url: string,
  origin: string,
  addCacheTags: AddCacheTags,
) => Promise<{ response: Response; isComplete: boolean }>;

/** The storefront as `npm run build` left it. */
export async function loadBuild(): Promise<ServerBuild> {
  const file = join(buildFolder, "server", "index.js");
  if (!existsSync(file))
    throw new StartError("The storefront has not been built. Start the shop with npm start, which builds it.");
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/** How pages of a build are rendered with the answers of this app. */
export function createRenderer(build: ServerBuild, app: App, mode: "production" | "development"): Render {
  const { createRequestHandler, makeContext, queryClient } = build.entry.module;
  const handle = createRequestHandler(build, mode);
  const words = mode === "production" ? wordFiles() : {};
  return async (url, origin, addCacheTags) => {
    let isComplete = true;
    let isBusy = false;
    const call: ShopAccess["call"] = async (route, args) => {
      let tags = 0;
      try {
        const answer = await app.call(route, args, (...added) => {
          tags += added.length;
          addCacheTags(...added);
        });
        // An answer without tags could never be invalidated.
        if (tags === 0) isComplete = false;
        return answer;
      } catch (error) {
        isComplete = false;
        const problem = toProblem(error);
        // The address holds text that the database can't store.
        if (problem?.code === "bad_input") throw problem;
        isBusy ||= problem?.code === "busy";
        if (!(error instanceof Problem)) app.log.error({ err: error, route }, "a call of a page failed");
        throw error;
      }
    };
    const failed = (error: unknown) => {
      isComplete = false;
      if (!(error instanceof Problem)) app.log.error({ err: error, url }, "a page could not be rendered");
    };
    const response = await handle(new Request(url), makeContext({ call, origin, words, failed }, queryClient(call)));
    return { response: isBusy && response.status >= 500 ? await unavailable(response) : response, isComplete };
  };
}

/** The addresses of the translations, by language, from the build's manifest. */
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

/** A page that failed because the database was away answers 503 with Retry-After instead of 500. */
const unavailable = async (response: Response) =>
  new Response(await response.bytes(), {
    status: 503,
    headers: { ...Object.fromEntries(response.headers), "retry-after": "2" },
  });
