import { createContext } from 'react';

/** The text before the title of every page in the browser's tab. */
export const TitlePrefixContext = createContext('');
