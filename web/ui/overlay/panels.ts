import { create } from "zustand";

/** What is unfolded on the screen. All start folded; the names are those of the shop's description. */
export interface PanelState {
  /** The category menu. */
  mainSideSidebarIsOpen: boolean;
  /** The dashboard's menu; follows the width of the screen. */
  dashboardSideSidebarIsOpen: boolean;
  /** The search panel. */
  isSearch: boolean;
}

const folded: PanelState = { mainSideSidebarIsOpen: false, dashboardSideSidebarIsOpen: false, isSearch: false };
export const usePanels = create<PanelState>(() => folded);

/** Folds or unfolds one of them: the other way round, or as `to` says. */
export const togglePanel = (flag: keyof PanelState, to?: boolean) =>
  usePanels.setState((flags) => ({ [flag]: to ?? !flags[flag] }));
