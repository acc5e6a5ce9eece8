import { resource } from "./resource.ts";

/** The objects whose endpoints are declared in several files. */
export const category = resource("category", ["catalogue"]);
export const customer = resource("customer", ["customers"]);
export const order = resource("order", ["orders"]);
export const product = resource("product", ["catalogue"]);
export const review = resource("review", ["marketing"]);
export const settings = resource("settings", ["settings"]);
export const variation = resource("variation", ["catalogue"]);
