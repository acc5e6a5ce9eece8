import { say } from "#words/say.ts";

const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];
const nameIn = (list: [RegExp, string][], agent: string) => list.find(([mark]) => mark.test(agent))?.[1];

/** Readable device name from a user agent, such as "Firefox on Windows". */
export function describeDevice(agent: string | null): { name: string; isPhone: boolean } {
  const browser = nameIn(browsers, agent ?? "");
  const system = nameIn(systems, agent ?? "");
  return {
    name:
      browser && system
        ? say("{browser} on {system}", { browser, system })
        : (browser ?? system ?? say("Unknown device")),
    isPhone: system === "iPhone" || system === "Android",
  };
}
