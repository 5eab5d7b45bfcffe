import type { Session } from '../rtc-session.ts';

/** Changes the descriptions of a connection after the changes that JsSIP has begun; later ones wait for it. */
export async function changeDescriptions(session: Session, change: () => Promise<void>): Promise<void> {
  const earlier = session._connectionPromiseQueue;
  const take = async (): Promise<void> => {
    await earlier;
    await change();
  };
  const taken = take();
  session._connectionPromiseQueue = taken.catch(() => undefined);
  await taken;
}
