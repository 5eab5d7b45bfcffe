import { useEffect } from 'react';
import { focusHeading } from '../page/focus-heading.ts';

function catchFocus(): void {
  if (document.activeElement === document.body) focusHeading(document);
}

/**
 * For a part of the page that comes or goes together with what had the focus, or with what it was to return to: the
 * heading of the page then gets the focus, which would be lost (WCAG 2.4.3). Effects run after the page has changed.
 */
export function useCaughtFocus(): void {
  useEffect(() => {
    catchFocus();
    return catchFocus;
  }, []);
}
