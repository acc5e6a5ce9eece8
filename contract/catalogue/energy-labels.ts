import { z } from "zod";

/** Energy efficiency classes, the best first; those above A are of labels from before 2021. */
export const energyClasses = ["A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"] as const;
export const EnergyClass = z.enum(energyClasses);
export type EnergyClass = z.infer<typeof EnergyClass>;

/** The class of a product, on a scale from the best class to the worst. */
export const EnergyRating = z.object({ class: EnergyClass, best: EnergyClass, worst: EnergyClass });
export type EnergyRating = z.infer<typeof EnergyRating>;

const Link = z
  .string()
  .trim()
  .max(2000)
  .regex(/^https?:\/\/\S+$/, "Enter a URL, such as https://example.com/label.png.")
  .nullable();

/** What regulation (EU) 2017/1369 asks to be shown with an offer. */
export const EnergyLabel = EnergyRating.extend({
  /** An image or a page with the label. */
  label_url: Link,
  /** The product information sheet. */
  sheet_url: Link,
  /** The number of the model in the European product registry (EPREL). */
  eprel_number: z
    .string()
    .regex(/^\d{1,10}$/, "Enter a number, such as 1234567.")
    .nullable(),
}).refine(isOnScale, { error: "The class isn't on the scale.", path: ["class"] });
export type EnergyLabel = z.infer<typeof EnergyLabel>;

/** Whether the class is on its scale, and that begins with the better class. */
export function isOnScale({ class: own, best, worst }: EnergyRating): boolean {
  const [top, at, bottom] = [best, own, worst].map((one) => energyClasses.indexOf(one)) as [number, number, number];
  return top <= at && at <= bottom;
}
