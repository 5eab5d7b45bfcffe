import type { OutsideEvent, Signalling, SignallingEvent } from '@samtal/call-core';
import type { FakeClock } from './fake-clock.ts';
import type { OpenEnd, SignallingEnd } from './signalling-suite.ts';

/**
 * Opens ends for the suite of the Signalling port, on an in-memory network whose time is that of `clock`.
 * @param settled resolves when all pending promises have been handled
 */
export function createFakeEnds(
  clock: FakeClock,
  connect: (emit: (event: OutsideEvent) => void) => Signalling,
  settled: () => Promise<void> = () => Promise.resolve(),
): OpenEnd {
  return async (user) => {
    const events: SignallingEvent[] = [];
    const taken = new Set<SignallingEvent>();
    const signalling = connect((event) => events.push(event as SignallingEvent));
    const next: SignallingEnd['next'] = async (type) => {
      await settled();
      clock.advance(0);
      const isWanted = (event: SignallingEvent): event is Extract<SignallingEvent, { type: typeof type }> =>
        event.type === type && !taken.has(event);
      const found = events.find(isWanted);
      if (found === undefined) throw new Error(`no ${type}`);
      taken.add(found);
      return found;
    };
    const address = `${user}@demo.example`;
    signalling.openConnection('ws://one.example/sip', { address, username: user, password: 'secret' });
    await next('connectionOpened');
    signalling.register(600);
    await next('registered');
    return { signalling, events, next, acquire: async () => undefined };
  };
}
