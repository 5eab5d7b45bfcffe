import { DO_NOT_DISTURB, type DoNotDisturb, doNotDisturbOf } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';

/** Timers of browsers cannot wait longer than 24 days; the end is looked at this often. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Do not disturb of the user's account as it is now; undefined = calls ring. */
export function useDoNotDisturb(): DoNotDisturb | undefined {
  const { session } = useAppServices();
  const state = useStore(session.state);
  const value = state.phase === 'signedIn' ? state.settings[DO_NOT_DISTURB] : undefined;
  const [now, setNow] = useState(Date.now);
  const current = doNotDisturbOf(value, now);
  const until = current?.until;
  useEffect(() => {
    if (until === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => setNow(Date.now());
    const wait = (): void => {
      const rest = Math.min(Math.max(until - Date.now(), 0), LONGEST_WAIT_MS);
      timer = setTimeout(() => {
        look();
        if (Date.now() < until) wait();
      }, rest);
    };
    wait();
    // Timers stand still while the device sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [until]);
  return current;
}
