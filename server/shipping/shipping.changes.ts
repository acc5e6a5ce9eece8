import type { ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import type { App } from "#server/platform/app.ts";
import { findMethod, listZones } from "./shipping.admin.sql.ts";
import { createMethod, createZone, deleteMethod, deleteZone, updateMethod, updateZone } from "./shipping.admin.ts";

/** What changes of shipping zones and methods record, and how they are undone. */
export function recordShipping({ object }: App) {
  object<ShippingZone>("shipping_zone", {
    read: async (tx, id) => (await listZones(tx)).find((zone) => zone.id === Number(id)),
    name: ({ name }) => name,
    together: [["countries", "postal_patterns"]],
    update: (tx, id, state) => updateZone(tx, Number(id), state),
    create: (tx, id, state) => createZone(tx, state, Number(id)),
    remove: (tx, id) => deleteZone(tx, Number(id)),
  });
  object<ZoneMethod>("shipping_method", {
    read: (tx, id) => findMethod(tx, Number(id)),
    name: ({ name }) => name,
    together: [["zone_id", "min_days", "max_days", "rates"]],
    update: (tx, id, state) => updateMethod(tx, Number(id), state),
    create: (tx, id, state) => createMethod(tx, state, Number(id)),
    remove: (tx, id) => deleteMethod(tx, Number(id)),
  });
}
