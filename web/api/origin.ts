import { createContext, use } from "react";

/** The shop's origin, such as `https://shop.example`; provided by the entries of server and browser. */
export const Origin = createContext("");

/** For absolute URLs: canonical links, Open Graph, structured data. */
export const useOrigin = () => use(Origin);

/** The nonce of the document that is being rendered on the server; undefined in browsers. */
export const Nonce = createContext<string | undefined>(undefined);
