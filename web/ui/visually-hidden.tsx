import type { ComponentProps } from "react";

/** Words for those who listen rather than look. */
export const VisuallyHidden = (props: ComponentProps<"span">) => <span {...props} className="sr-only" />;
