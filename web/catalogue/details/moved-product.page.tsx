import { redirect } from "react-router";
import { paths } from "#web/paths.ts";

type Request = { params: { slug?: string | undefined } };

/** Product addresses of Shopify and WooCommerce, which links from elsewhere still use. */
const moved = ({ slug = "" }: Request["params"], status: number) => redirect(paths.details(slug.toLowerCase()), status);

export const loader = ({ params }: Request) => moved(params, 301);
export const clientLoader = ({ params }: Request) => moved(params, 302);
