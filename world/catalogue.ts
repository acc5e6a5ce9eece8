import { accessories } from "./products/accessories.ts";
import { bags } from "./products/bags.ts";
import { clothing } from "./products/clothing.ts";
import { court } from "./products/court.ts";
import { decor } from "./products/decor.ts";
import { desk } from "./products/desk.ts";
import { games } from "./products/games.ts";
import { garden } from "./products/garden.ts";
import { kitchen } from "./products/kitchen.ts";
import { living } from "./products/living.ts";
import { making } from "./products/making.ts";
import { music } from "./products/music.ts";
import { pantry } from "./products/pantry.ts";
import { shoes } from "./products/shoes.ts";
import { sport } from "./products/sport.ts";
import { studio } from "./products/studio.ts";
import { tableware } from "./products/tableware.ts";
import { tech } from "./products/tech.ts";
import { toys } from "./products/toys.ts";
import { workshop } from "./products/workshop.ts";
import type { WorldProduct } from "./shapes.ts";

/** Every product of the demo shop, department by department. */
export const products: WorldProduct[] = [
  ...shoes,
  ...clothing,
  ...bags,
  ...accessories,
  ...kitchen,
  ...tableware,
  ...living,
  ...decor,
  ...garden,
  ...workshop,
  ...tech,
  ...desk,
  ...music,
  ...toys,
  ...games,
  ...court,
  ...sport,
  ...studio,
  ...making,
  ...pantry,
];
