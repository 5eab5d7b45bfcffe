import { createContext } from 'react';

/** What stands before the title of every page in the browser's tab. */
export const TitlePrefixContext = createContext('');
