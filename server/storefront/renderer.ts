import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { Problem, toProblem } from "#server/platform/http/problem.ts";
import { StartError } from "#server/platform/start-error.ts";
import type { queryClient } from "#web/api/call.ts";
import type { makeContext, ShopAccess } from "#web/api/shop-access.ts";
import { currentLanguage, type provideLanguage } from "#words/say.ts";

export const buildFolder = fileURLToPath(new URL("../../build/", import.meta.url));

/** The server build with the exports of web/entry.server.tsx. */
export interface ServerBuild {
  entry: {
    module: {
      createRequestHandler: (
        build: unknown,
        mode: string,
      ) => (request: Request, context: ReturnType<typeof makeContext>) => Promise<Response>;
      makeContext: typeof makeContext;
      queryClient: typeof queryClient;
      provideLanguage: typeof provideLanguage;
    };
  };
}

/** Renders a page. `isComplete` is false if a call failed or has no cache tags. */
export type Render = (
  url: string,
  origin: string,
  addCacheTags: AddCacheTags,
) => Promise<{ response: Response; isComplete: boolean }>;

/** The built storefront. Throws StartError if there is none. */
export async function loadBuild(): Promise<ServerBuild> {
  const file = join(buildFolder, "server", "index.js");
  if (!existsSync(file))
    throw new StartError("The storefront has not been built. Start the shop with npm start, which builds it.");
  return (await import(pathToFileURL(file).href)) as ServerBuild;
}

/** Creates a renderer for pages of a build, whose calls this app answers in process. */
export function createRenderer(build: ServerBuild, app: App, mode: "production" | "development"): Render {
  const { createRequestHandler, makeContext, queryClient, provideLanguage } = build.entry.module;
  provideLanguage(currentLanguage);
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
        // A response without tags could never be invalidated.
        if (tags === 0) isComplete = false;
        return answer;
      } catch (error) {
        isComplete = false;
        const problem = toProblem(error);
        // The address contains text that the database can't store.
        if (problem?.code === "bad_input") throw problem;
        isBusy ||= problem?.code === "busy";
        if (!(error instanceof Problem)) app.log.error({ err: error, route }, "a call of a page failed");
        throw error;
      }
    };
    const failed = (error: unknown) => {
      isComplete = false;
      if (!(error instanceof Problem))
        app.log.error({ err: error, path: new URL(url).pathname }, "a page could not be rendered");
    };
    const response = await handle(new Request(url), makeContext({ call, origin, words, failed }, queryClient(call)));
    return { response: isBusy && response.status >= 500 ? await unavailable(response) : response, isComplete };
  };
}

/** The URLs of the translations by language, from the manifest of the build. */
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

/** The page with 503 and Retry-After instead of 500, for when the database is unavailable. */
const unavailable = async (response: Response) =>
  new Response(await response.bytes(), {
    status: 503,
    headers: { ...Object.fromEntries(response.headers), "retry-after": "2" },
  });
