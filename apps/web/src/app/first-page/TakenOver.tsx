import { type ReactNode, useEffect } from 'react';

export type TakenOverProps = {
  /** Called once, when the page reacts to the user. */
  readonly onTaken: () => void;
  readonly children: ReactNode;
};

/** Reports that React has taken over the page that the server rendered. */
export function TakenOver({ onTaken, children }: TakenOverProps) {
  useEffect(onTaken, [onTaken]);
  return children;
}
