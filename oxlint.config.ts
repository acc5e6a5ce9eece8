import { defineConfig, type OxlintOverride } from "oxlint";
import { modules } from "./modules.ts";

type Boundary = { files: string[]; excludeFiles?: string[]; ban: string[]; why: string };
/** An override replaces a rule's options, so each boundary has its whole list. */
const boundary = ({ files, excludeFiles = [], ban, why }: Boundary): OxlintOverride => ({
  files,
  excludeFiles,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          { group: ban, message: why },
          { regex: "^\\.\\./", message: "In the same module: ./x.ts. Another module: #server/module/module.ts." },
        ],
      },
    ],
  },
});

const browserNever = ["#server/*", "#server/**", "#world/**", "fastify", "pg", "kysely", "node:*"];
const others = (module: string) => modules.filter((other) => other !== module);
const pages = "**/*.{page,layout}.tsx";

export default defineConfig({
  ignorePatterns: ["node_modules/", "build/", ".react-router/", "data/", ".node/"],
  plugins: ["import", "typescript", "unicorn", "oxc", "react"],
  categories: { correctness: "error" },
  rules: {
    // Types too: rows that two files need have a file of their own.
    "import/no-cycle": ["error", { ignoreTypes: false }] as const,
    "import/no-default-export": "error" as const,
    "oxc/no-barrel-file": ["error", { threshold: 0 }] as const,
    "typescript/no-explicit-any": "error" as const,
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    boundary({
      files: ["contract/**"],
      excludeFiles: ["**/*.test.ts"],
      ban: ["*", "**/*", "!zod", "!./**", "!#contract/**"],
      why: "The contract imports zod only.",
    }),
    boundary({
      files: ["server/platform/**"],
      ban: ["#web/**", "#world/**", ...modules.map((module) => `#server/${module}/**`)],
      why: "The platform uses no module.",
    }),
    boundary({
      files: ["server/storefront/**"],
      excludeFiles: ["**/*.test.ts"],
      ban: [
        "#web/**",
        "!#web/api/shop-access.ts",
        "!#web/api/call.ts",
        ...modules.map((module) => `#server/${module}/**`),
      ],
      why: "The storefront serves the build; of the sources it imports only the types of what is passed to pages.",
    }),
    boundary({
      files: ["web/ui/**", "web/api/**", "web/hydration/**"],
      ban: [...browserNever, "#web/**", "!#web/ui/**", "!#web/api/**", "!#web/hydration/**"],
      why: "ui, api and hydration use no module.",
    }),
    boundary({
      files: ["web/**/*.{page,layout}.tsx", "web/shell/**", "web/*.{ts,tsx}"],
      excludeFiles: ["**/*.test.{ts,tsx}", "web/entry.server.tsx"],
      ban: browserNever,
      why: "Code of the browser imports nothing of the server.",
    }),
    ...modules.map((module, index) =>
      boundary({
        files: [`server/${module}/**`],
        why: "Use only modules that come earlier in modules.ts, through their public interface.",
        ban: [
          "#web/**",
          ...modules.slice(index + 1).map((later) => `#server/${later}/**`),
          ...modules
            .slice(0, index)
            .flatMap((earlier) => [`#server/${earlier}/*`, `!#server/${earlier}/${earlier}.ts`]),
        ],
      }),
    ),
    ...modules.map((module) =>
      boundary({
        files: [`web/${module}/**`],
        excludeFiles: [pages, "**/*.test.{ts,tsx}"],
        why: "Pages compose modules; components use their own module only.",
        ban: [...browserNever, "#web/shell/**", ...others(module).map((other) => `#web/${other}/**`)],
      }),
    ),
    {
      files: [pages, "web/root.tsx", "web/routes.ts", "web/entry.server.tsx", "*.config.ts", "e2e/support/shop.ts"],
      rules: { "import/no-default-export": "off" },
    },
    {
      files: ["**/*.test.{ts,tsx}", "e2e/**", "bench/**"],
      rules: { "max-lines-per-function": "off" },
    },
  ],
});
