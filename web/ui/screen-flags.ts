import { create } from "zustand";

/** What is unfolded on the screen. All start folded; the names are those of the shop's description. */
export interface ScreenFlags {
  /** The category menu. */
  mainSideSidebarIsOpen: boolean;
  /** The dashboard's menu; follows the width of the screen. */
  dashboardSideSidebarIsOpen: boolean;
  /** The search panel. */
  isSearch: boolean;
}

const folded: ScreenFlags = { mainSideSidebarIsOpen: false, dashboardSideSidebarIsOpen: false, isSearch: false };
export const useScreenFlags = create<ScreenFlags>(() => folded);

/** Folds or unfolds one of them: the other way round, or as `to` says. */
export const toggleFlag = (flag: keyof ScreenFlags, to?: boolean) =>
  useScreenFlags.setState((flags) => ({ [flag]: to ?? !flags[flag] }));
