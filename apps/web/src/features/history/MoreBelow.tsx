import { useEffect, useRef } from 'react';
import { LateSpinner } from '../../ui/LateSpinner.tsx';

/** So far ahead of its end a list goes on to be loaded, so that whoever scrolls does not wait. */
const ahead = '1500px';

export type MoreBelowProps = {
  readonly label: string;
  /** Called when the end comes near, again when it is still near after that. */
  readonly onReached: () => Promise<void>;
};

/** The end of what has come of a long list. */
export function MoreBelow({ label, onReached }: MoreBelowProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (element === null) return undefined;
    let isGone = false;
    async function load(): Promise<void> {
      await onReached();
      // The observer tells of changes only: seen again, it tells whether the end is still near.
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
