import { redirect } from "react-router";

/** `/orders` and the like are kept in the account now. */
const moved = (request: Request, status: number) => redirect(`/account${new URL(request.url).pathname}`, status);

export const loader = ({ request }: { request: Request }) => moved(request, 301);
export const clientLoader = ({ request }: { request: Request }) => moved(request, 302);
