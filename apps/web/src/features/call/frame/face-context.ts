import { createContext } from 'react';
import type { ServiceSign } from '../../../client/people/service-sign.ts';

export type Face = {
  /** The address of the picture; '' = none. */
  readonly picture: string;
  /** In place of initials, for a service. */
  readonly sign?: ServiceSign | undefined;
};

/** The face of the remote user for all screens of a call. */
export const FaceContext = createContext<Face>({ picture: '' });
