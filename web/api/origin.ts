import { createContext, use } from "react";

/** Where the shop is, without a slash at the end: `https://shop.example`. Given by the entries of server and browser. */
export const Origin = createContext("");

/** For addresses that must be whole: canonical links, Open Graph, structured data. */
export const useOrigin = () => use(Origin);
