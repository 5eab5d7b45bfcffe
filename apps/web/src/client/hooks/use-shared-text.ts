import { use, useState } from 'react';
import { forgetSharedText, sharedTextIn } from '../installable-app/shared-text.ts';
import { AppServicesContext } from './app-services.ts';

/** The text that another app has shared and that waits for a call, and a function that takes it away. */
export function useSharedText(): readonly [text: string | undefined, forget: () => void] {
  const tabStore = use(AppServicesContext)?.tabStore;
  const [text, setText] = useState(() => tabStore && sharedTextIn(tabStore));
  function forget(): void {
    if (tabStore !== undefined) forgetSharedText(tabStore);
    setText(undefined);
  }
  return [text, forget];
}
