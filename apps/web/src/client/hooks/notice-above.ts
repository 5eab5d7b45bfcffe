import { createContext } from 'react';

/** Whether a notice stands above the page: the page then invites to nothing, so that one thing is said at a time. */
export const NoticeAboveContext = createContext(false);
