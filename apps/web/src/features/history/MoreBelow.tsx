import { useEffect, useRef } from 'react';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';

/** Distance from the end of a list at which more is loaded, so that scrolling does not wait. */
const ahead = '1500px';

export type MoreBelowProps = {
  readonly label: string;
  /** Called when the end is near, and again if it is still near afterwards. */
  readonly onReached: () => Promise<void>;
};

/** The end of the loaded part of a long list. */
export function MoreBelow({ label, onReached }: MoreBelowProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (element === null) return undefined;
    let isGone = false;
    async function load(): Promise<void> {
      await onReached();
      // The observer reports changes only: observing again reports whether the end is still near.
      if (isGone || element === null) return;
      observer.unobserve(element);
      observer.observe(element);
    }
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting === true) void load();
      },
      { rootMargin: ahead },
    );
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [onReached]);
  return (
    <div ref={end}>
      <LateSpinner label={label} />
    </div>
  );
}
