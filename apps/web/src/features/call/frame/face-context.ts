import { createContext } from 'react';

/** The address of the remote user's picture for all screens of a call; '' = none. */
export const FaceContext = createContext('');
