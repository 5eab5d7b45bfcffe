import { useEffect, useRef } from 'react';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';

/** Distance from the end of the list at which more is loaded, so that the user does not have to wait. */
const ahead = '1500px';

export type MoreBelowProps = {
  readonly label: string;
  /** Loads more. Called when the end of the list is near, and again if the end is still near afterwards. */
  readonly onReached: () => Promise<void>;
};

/** Marks the end of the loaded part of a long list, and loads more when the user comes near it. */
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
