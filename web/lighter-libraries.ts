import type { Plugin } from "vite";

const router = "/react-router/dist/production/lib/";
const dom = "/react-dom/cjs/react-dom-client.production.js";
const icons = "/lucide-react/dist/esm/";

const ofFragment = (method: string) => `FragmentInstance.prototype.${method}`;

/** Runs the clientLoader of each route that is asked for. */
const loadThere = `return (args) => args.runClientMiddleware(async ({ matches }) => Object.fromEntries(await Promise.all(
  matches.filter((match) => match.shouldCallHandler()).map(async (match) =>
    [match.route.id, await match.resolve((handler) => handler())]))));`;

/** What lucide draws, without its context, its other ways to describe an icon, and the names nobody selects it by. */
const drawIcon = `return forwardRef(({ className, size = 24, children, ...rest }, ref) => createElement("svg", {
  ref, width: size, height: size, viewBox: "0 0 24 24", fill: "none",
  stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round", className,
  ...(children || /(^|,)(aria-|role|title)/.test(Object.keys(rest)) ? {} : { "aria-hidden": "true" }), ...rest,
}, [...iconDataOrName.node.map(([tag, attributes]) => createElement(tag, attributes)), children]));`;

/**
 * What libraries bring that this shop never uses, and what the build puts in its place: file, function, new body. What only
 * those functions used then falls away by itself. docs/decisions/0010-lighter-libraries.md says what must hold for it.
 */
export const replaced: readonly (readonly [file: string, name: string, body: string])[] = [
  // Nobody watches the router from outside.
  [`${router}router/instrumentation.js`, "getRouteInstrumentationUpdates", "return {};"],
  [`${router}router/instrumentation.js`, "instrumentClientSideRouter", "return router;"],
  [`${router}router/instrumentation.js`, "consumeInstrumentationClientResultMetaReceiver", ""],
  // The whole route table comes with the first page (react-router.config.ts): no route is discovered later.
  [`${router}dom/ssr/fog-of-war.js`, "isFogOfWarEnabled", "return false;"],
  [`${router}dom/ssr/fog-of-war.js`, "getPartialManifest", ""],
  [`${router}dom/ssr/fog-of-war.js`, "getPatchRoutesOnNavigationFunction", ""],
  [`${router}dom/ssr/fog-of-war.js`, "useFogOFWarDiscovery", ""],
  [`${router}router/router.js`, "checkFogOfWar", "return { active: false, matches: null };"],
  [`${router}router/router.js`, "discoverRoutes", ""],
  // Changes are calls of the shop, so no route has an action and no screen a fetcher.
  [`${router}router/router.js`, "normalizeNavigateOptions", "return { path };"],
  [`${router}router/router.js`, "handleAction", ""],
  [`${router}router/router.js`, "handleFetcherAction", ""],
  [`${router}router/router.js`, "handleFetcherLoader", ""],
  // Every route with a loader has a clientLoader, which asks the shop itself.
  [`${router}dom/ssr/single-fetch.js`, "singleFetchUrl", ""],
  [`${router}dom/ssr/single-fetch.js`, "getTurboStreamSingleFetchDataStrategy", loadThere],
  [`${router}dom/ssr/components.js`, "RSCPrefetchPageLinksImpl", "return null;"],
  // A page's scripts and how they start stand in its document (web/shell/late-start.ts): once they run there is nothing to draw.
  [`${router}dom/ssr/components.js`, "Scripts", "React$1.useEffect(setIsHydrated, []); return null;"],
  // No useActionState, <Activity>, <ViewTransition> or <SuspenseList>, and no ref on a <Fragment>.
  ...[
    "startViewTransition",
    "applyViewTransitionToHostInstances",
    "commitAppearingPairViewTransitions",
    "commitEnterViewTransitions",
    "commitDeletedPairViewTransitions",
    "commitExitViewTransitions",
    "commitNestedViewTransitions",
    "restorePairedViewTransitions",
    "restoreEnterOrExitViewTransitions",
    "restoreNestedViewTransitions",
    "measureViewTransitionHostInstancesRecursive",
    "measureNestedViewTransitions",
    "scheduleViewTransitionEvent",
    "updateSuspenseListComponent",
    "updateActivityComponent",
    "mountActionState",
    "updateActionState",
    "rerenderActionState",
    "commitNewChildToFragmentInstance",
    "commitNewChildToFragmentInstances",
    "commitFragmentInstanceInsertionEffects",
    "commitFragmentInstanceDeletionEffects",
    "deleteChildFromFragmentInstance",
    "accumulateSuspenseyCommitOnFiber",
    ...["addEventListener", "removeEventListener", "dispatchEvent", "focus", "focusLast", "blur", "observeUsing"].map(
      ofFragment,
    ),
    ...["unobserveUsing", "getClientRects", "getRootNode", "compareDocumentPosition", "scrollIntoView"].map(ofFragment),
  ].map((name) => [dom, name, ""] as const),
  // Minified names need no help from the browser's own stack.
  [dom, "describeNativeComponentFrame", "return describeBuiltInComponentFrame(fn.displayName || fn.name || '');"],
  // No list that grows page by page.
  ["/query-core/build/modern/infiniteQueryBehavior.js", "infiniteQueryBehavior", ""],
  // No styles or scripts that React is to order or wait for (`precedence`), no `<form action={function}>`.
  ...["getResource", "acquireResource", "suspendResource", "extractEvents$1"].map(
    (name) => [dom, name, "return null;"] as const,
  ),
  // Nobody calls `preload`, `preinit`, `preconnect` or `prefetchDNS`: documents name what they need.
  ...["preconnectAs", "prefetchDNS", "preconnect", "preload", "preloadModule"].map((name) => [dom, name, ""] as const),
  ...["preinitStyle", "preinitScript", "preinitModuleScript"].map((name) => [dom, name, ""] as const),
  // The root has an error page of its own.
  [`${router}dom/ssr/errorBoundaries.js`, "RemixRootDefaultErrorBoundary", "return null;"],
  [`${router}dom/ssr/fallback.js`, "RemixRootDefaultHydrateFallback", "return null;"],
  [`${icons}createLucideIcon.mjs`, "createLucideIcon", drawIcon],
];

/**
 * Leaves out of the browser's files what the shop never uses, and draws icons by the shorter way in browser and server alike.
 * A library that no longer looks as expected ends the build. */
export function lighterLibraries(): Plugin {
  const done = new Set<string>();
  return {
    name: "lighter-libraries",
    apply: "build",
    // Of the server's libraries only the icons are in its build: the others stay in packages of their own.
    config: () => ({ environments: { ssr: { resolve: { noExternal: ["lucide-react"] } } } }),
    transform(code, id) {
      const inBrowser = this.environment.name === "client";
      if (inBrowser && id.endsWith(`${router}dom/lib.js`)) return { code: withoutNames(code), map: null };
      const here = meant(this.environment.name).filter(([file]) => id.endsWith(file));
      if (here.length === 0) return null;
      for (const [file, name] of here) done.add(file + name);
      const lighter = here.reduce((text, [file, name, body]) => withBody(text, name, body, file), code);
      return { code: lighter, map: null };
    },
    buildEnd(error) {
      const missed = meant(this.environment.name).filter(([file, name]) => !done.has(file + name));
      if (!error && missed.length > 0)
        throw new Error(`These were not met: ${missed.map(([file]) => file).join(", ")}.`);
    },
  };
}

const meant = (environment: string) =>
  environment === "client" ? replaced : replaced.filter(([file]) => file.startsWith(icons));

/** Two of the router's components are kept only for their names: without these, nothing needs them unless they are used. */
function withoutNames(code: string) {
  return ["Form", "NavLink"].reduce((text, name) => {
    const named = `${name}.displayName = "${name}";`;
    const made = `const ${name} = React$1.forwardRef(`;
    if (!text.includes(named) || !text.includes(made)) throw new Error(`The router's <${name}> looks otherwise now.`);
    return text.replace(named, "").replace(made, `const ${name} = /* @__PURE__ */ React$1.forwardRef(`);
  }, code);
}

/** The source with another body for one of its functions. */
export function withBody(code: string, name: string, body: string, file: string): string {
  const plain = name.replaceAll("$", "\\$");
  const start = name.includes(".") ? `${plain} = function ?\\(` : `(?:async )?function ${plain}\\(`;
  const found = new RegExp(`^([\\t ]*)(${start}[^)]*\\) \\{)\\n[^]*?^\\1\\}`, "m").exec(code);
  if (!found) throw new Error(`There is no function ${name} in ${file}: see docs/decisions/0010-lighter-libraries.md.`);
  const [whole, indent, head] = found;
  return code.slice(0, found.index) + `${indent}${head}\n${body}\n${indent}}` + code.slice(found.index + whole.length);
}
