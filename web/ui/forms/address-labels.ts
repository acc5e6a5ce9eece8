import type { AddressFormat } from "#contract/formats/address-format.ts";
import { text } from "#words/say.ts";

export const postalLabels: Record<AddressFormat["postal"], string> = {
  postal_code: text("Postal code"),
  zip_code: text("ZIP code"),
  postcode: text("Postcode"),
  pin_code: text("PIN code"),
  eircode: text("Eircode"),
};
export const cityLabels: Record<AddressFormat["city"], string> = {
  city: text("City"),
  town: text("Town or city"),
  suburb: text("Suburb"),
};
export const missingCity: Record<AddressFormat["city"], string> = {
  city: text("City required"),
  town: text("Town or city required"),
  suburb: text("Suburb required"),
};
export const regionLabels: Record<AddressFormat["region"], { label: string; choose: string }> = {
  state: { label: text("State"), choose: text("Select a state") },
  province: { label: text("Province"), choose: text("Select a province") },
  prefecture: { label: text("Prefecture"), choose: text("Select a prefecture") },
};
