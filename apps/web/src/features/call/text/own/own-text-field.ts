import { createContext, type RefObject } from 'react';

/** Reference to the field of the user's own text; the call screen focuses that field when the call begins. */
export const OwnTextFieldContext = createContext<RefObject<HTMLTextAreaElement | null> | undefined>(
  undefined,
);
