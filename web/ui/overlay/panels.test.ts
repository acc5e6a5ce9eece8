import { expect, test } from "vitest";
import { togglePanel, usePanels } from "./panels.ts";

test("S11 the three panels start closed and are toggled independently", () => {
  expect(usePanels.getState()).toEqual({
    mainSideSidebarIsOpen: false,
    dashboardSideSidebarIsOpen: false,
    isSearch: false,
  });
  togglePanel("isSearch");
  expect(usePanels.getState().isSearch).toBe(true);
  expect(usePanels.getState().mainSideSidebarIsOpen).toBe(false);
  togglePanel("isSearch");
  togglePanel("dashboardSideSidebarIsOpen", true);
  togglePanel("dashboardSideSidebarIsOpen", true);
  expect(usePanels.getState()).toMatchObject({ isSearch: false, dashboardSideSidebarIsOpen: true });
});
