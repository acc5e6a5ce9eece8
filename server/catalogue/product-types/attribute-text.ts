import type { Attribute } from "#contract/catalogue/attributes.ts";
import { say } from "#words/say.ts";

/** The value of an attribute with its unit, as customers read it in a filter. */
export function attributeText({ kind, unit }: Pick<Attribute, "kind" | "unit">, value: string): string {
  if (kind === "bool") return value === "true" ? say("Yes") : say("No");
  return unit ? `${value} ${unit}` : value;
}
