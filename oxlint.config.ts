import { defineConfig, type OxlintOverride } from "oxlint";
import { modules } from "./modules.ts";

type Wall = { files: string[]; excludeFiles?: string[]; ban: string[]; why: string };
/** An override replaces a rule's options, so each wall carries its whole list. */
const wall = ({ files, excludeFiles = [], ban, why }: Wall): OxlintOverride => ({
  files,
  excludeFiles,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          { group: ban, message: why },
          { regex: "^\\.\\./", message: "Same room: ./x.ts. Another room: #server/room/room.ts." },
        ],
      },
    ],
  },
});

const browserNever = ["#server/*", "#server/**", "#world/**", "fastify", "pg", "kysely", "node:*"];
const others = (room: string) => modules.filter((other) => other !== room);
const pages = "**/*.{page,layout}.tsx";

export default defineConfig({
  ignorePatterns: ["node_modules/", "build/", ".react-router/", "data/", ".node/"],
  plugins: ["import", "typescript", "unicorn", "oxc", "react"],
  categories: { correctness: "error" },
  rules: {
    "import/no-cycle": "error" as const,
    "import/no-default-export": "error" as const,
    "oxc/no-barrel-file": ["error", { threshold: 0 }] as const,
    "typescript/no-explicit-any": "error" as const,
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    wall({
      files: ["contract/**"],
      excludeFiles: ["**/*.test.ts"],
      ban: ["*", "**/*", "!zod", "!./**", "!#contract/**"],
      why: "The contract stands alone, on zod.",
    }),
    wall({
      files: ["server/platform/**"],
      ban: ["#web/**", "#world/**", ...modules.map((room) => `#server/${room}/**`)],
      why: "The platform knows no room.",
    }),
    wall({
      files: ["server/storefront/**"],
      excludeFiles: ["**/*.test.ts"],
      ban: [
        "#web/**",
        "!#web/api/shop-access.ts",
        "!#web/api/query.ts",
        ...modules.map((room) => `#server/${room}/**`),
      ],
      why: "The storefront mounts the build; of the sources it knows what crosses to the pages, by type alone.",
    }),
    wall({
      files: ["web/ui/**", "web/api/**", "web/hydration/**"],
      ban: [...browserNever, "#web/**", "!#web/ui/**", "!#web/api/**", "!#web/hydration/**"],
      why: "ui and api are furniture: they know no room.",
    }),
    wall({
      files: ["web/**/*.{page,layout}.tsx", "web/shell/**", "web/*.{ts,tsx}"],
      excludeFiles: ["**/*.test.{ts,tsx}", "web/entry.server.tsx"],
      ban: browserNever,
      why: "The browser never sees the server.",
    }),
    ...modules.map((room, index) =>
      wall({
        files: [`server/${room}/**`],
        why: "Use only rooms earlier in modules.ts, and by their door.",
        ban: [
          "#web/**",
          ...modules.slice(index + 1).map((later) => `#server/${later}/**`),
          ...modules
            .slice(0, index)
            .flatMap((earlier) => [`#server/${earlier}/*`, `!#server/${earlier}/${earlier}.ts`]),
        ],
      }),
    ),
    ...modules.map((room) =>
      wall({
        files: [`web/${room}/**`],
        excludeFiles: [pages, "**/*.test.{ts,tsx}"],
        why: "Pages compose rooms; parts stay in their room.",
        ban: [...browserNever, "#web/shell/**", ...others(room).map((other) => `#web/${other}/**`)],
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
