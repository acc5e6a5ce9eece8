import { data } from "react-router";
import { ForbiddenPage } from "./status-pages.tsx";

export const loader = () => data(null, { status: 403 });
export const clientLoader = () => null;

export default function Forbidden() {
  return <ForbiddenPage />;
}
