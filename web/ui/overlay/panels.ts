import { create } from "zustand";

/** The open panels; all are closed at first. The names are those of the specification. */
export interface PanelState {
  mainSideSidebarIsOpen: boolean;
  dashboardSideSidebarIsOpen: boolean;
  isSearch: boolean;
}

const closed: PanelState = { mainSideSidebarIsOpen: false, dashboardSideSidebarIsOpen: false, isSearch: false };
export const usePanels = create<PanelState>(() => closed);

/** Toggles a panel, or sets it to `to`. */
export const togglePanel = (flag: keyof PanelState, to?: boolean) =>
  usePanels.setState((flags) => ({ [flag]: to ?? !flags[flag] }));
