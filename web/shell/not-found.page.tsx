import { data } from "react-router";
import { NotFoundPage } from "./status-pages.tsx";

export const loader = () => data(null, { status: 404 });
export const clientLoader = () => null;

export default function NotFound() {
  return <NotFoundPage />;
}
