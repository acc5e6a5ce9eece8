import { create } from "zustand";

/** Whether the drawer is open, and the variation just added. */
export const useCartDrawer = create<{ open: boolean; added: number | null }>(() => ({ open: false, added: null }));

export const openCartDrawer = (added: number | null = null) => useCartDrawer.setState({ open: true, added });
export const closeCartDrawer = () => useCartDrawer.setState({ open: false });
