import { createContext, type RefObject } from 'react';

/** The field of the user's own text, for the screen of the call, which focuses it when the call begins. */
export const OwnTextFieldContext = createContext<RefObject<HTMLTextAreaElement | null> | undefined>(
  undefined,
);
