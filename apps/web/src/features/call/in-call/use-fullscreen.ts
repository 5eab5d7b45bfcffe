import { useEffect } from 'react';
import type { ToggleProps } from './CallToolbar.tsx';

/**
 * Full screen for the whole page (INCALL-17): the call, with the banners and alerts that may concern it.
 * `onToggle` is undefined where the browser does not support full screen for pages, as on iPhones.
 * @param isOn the state that the browser reported: the user can also leave full screen without this button
 */
export function useFullscreen(isOn: boolean): ToggleProps {
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen();
    },
    [],
  );
  function toggle(): void {
    // If the browser refuses, the state does not change, and the button still shows it correctly.
    const done = isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  }
  return { isOn, onToggle: document.fullscreenEnabled ? toggle : undefined };
}
