import { type RefObject, useEffect, useState } from 'react';
import type { ToggleProps } from './CallToolbar.tsx';

/** The whole screen for one element (INCALL-17); not possible where the browser has no such thing, as on iPhones. */
export function useFullscreen(element: RefObject<HTMLElement | null>): ToggleProps {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const update = () => setIsOn(document.fullscreenElement !== null);
    update();
    document.addEventListener('fullscreenchange', update);
    return () => {
      document.removeEventListener('fullscreenchange', update);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, []);
  function toggle(): void {
    // A refusal changes nothing, and the button goes on showing what is.
    const done = isOn ? document.exitFullscreen() : element.current?.requestFullscreen();
    done?.catch(() => {});
  }
  return { isOn, onToggle: document.fullscreenEnabled ? toggle : undefined };
}
