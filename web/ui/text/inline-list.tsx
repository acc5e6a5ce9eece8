import { Fragment } from "react";

type Props = { of: string[]; between?: string };

/** Pieces of text in one line, each in its own direction, so that "250 g" stays "250 g". */
export const InlineList = ({ of, between = " · " }: Props) =>
  of.map((piece, at) => (
    <Fragment key={`${at} ${piece}`}>
      {at > 0 && between}
      <bdi>{piece}</bdi>
    </Fragment>
  ));
