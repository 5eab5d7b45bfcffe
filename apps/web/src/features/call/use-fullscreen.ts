import { useEffect } from 'react';
import type { ToggleProps } from './CallToolbar.tsx';

/**
 * The whole screen for the page (INCALL-17), which is the call with whatever is said above it: banners and alerts
 * concern the call. Not possible where the browser has no such thing, as on iPhones.
 * @param isOn what the page has reported: a person can leave the whole screen without this button as well
 */
export function useFullscreen(isOn: boolean): ToggleProps {
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen();
    },
    [],
  );
  function toggle(): void {
    // A refusal changes nothing, and the button goes on showing what is.
    const done = isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  }
  return { isOn, onToggle: document.fullscreenEnabled ? toggle : undefined };
}
