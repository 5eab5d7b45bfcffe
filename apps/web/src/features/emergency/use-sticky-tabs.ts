import { useEffect, useState } from 'react';

/** Below this height, in sizes of the text, the bar of tabs is the end of the page (Shell.module.css). */
const LOWEST_REM = 20.5;

const sticks = (): boolean => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return window.innerHeight >= LOWEST_REM * rem;
};

/** Whether the bar of tabs stays at the bottom of the window, so that a button in it is always in sight. */
export function useStickyTabs(): boolean {
  const [isSticky, setIsSticky] = useState(sticks);
  useEffect(() => {
    const look = (): void => setIsSticky(sticks());
    look();
    // The height of the page follows the size of the text, of which no event tells.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', look);
    };
  }, []);
  return isSticky;
}
