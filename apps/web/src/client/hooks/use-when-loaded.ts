import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Puts off what the user asks for until something is loaded.
 * @param run does what was asked for last, unless that was given up
 */
export function useWhenLoaded<Wish>(isLoading: boolean, run: (wish: Wish) => void) {
  const [asked, setAsked] = useState<{ readonly wish: Wish }>();
  const runAsked = useEffectEvent(({ wish }: { readonly wish: Wish }) => {
    setAsked(undefined);
    run(wish);
  });
  useEffect(() => {
    if (asked === undefined || isLoading) return undefined;
    const timer = setTimeout(() => runAsked(asked), 0);
    return () => clearTimeout(timer);
  }, [asked, isLoading]);
  return {
    isWaiting: asked !== undefined,
    wait: (wish: Wish) => setAsked({ wish }),
    giveUp: () => setAsked(undefined),
  };
}
