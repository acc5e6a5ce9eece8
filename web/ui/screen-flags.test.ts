import { expect, test } from "vitest";
import { toggleFlag, useScreenFlags } from "./screen-flags.ts";

test("S11 the three flags start folded and are toggled each by itself", () => {
  expect(useScreenFlags.getState()).toEqual({
    mainSideSidebarIsOpen: false,
    dashboardSideSidebarIsOpen: false,
    isSearch: false,
  });
  toggleFlag("isSearch");
  expect(useScreenFlags.getState().isSearch).toBe(true);
  expect(useScreenFlags.getState().mainSideSidebarIsOpen).toBe(false);
  toggleFlag("isSearch");
  toggleFlag("dashboardSideSidebarIsOpen", true);
  toggleFlag("dashboardSideSidebarIsOpen", true);
  expect(useScreenFlags.getState()).toMatchObject({ isSearch: false, dashboardSideSidebarIsOpen: true });
});
