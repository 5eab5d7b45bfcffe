import { useEffect } from 'react';
import type { ToggleProps } from './CallToolbar.tsx';

/**
 * Full screen for the page (INCALL-17): the call, with banners and alerts, because they concern the call.
 * Not possible where the browser does not support it, as on iPhones.
 * @param isOn the state that the page reported: the user can leave full screen without this button too
 */
export function useFullscreen(isOn: boolean): ToggleProps {
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen();
    },
    [],
  );
  function toggle(): void {
    // A refusal changes no state, and the button keeps showing the real one.
    const done = isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  }
  return { isOn, onToggle: document.fullscreenEnabled ? toggle : undefined };
}
