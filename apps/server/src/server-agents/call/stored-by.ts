import type { AgentEffect } from '../server-agent.ts';

/** The promises that must be settled before a request is answered. */
export const storedBy = (effects: readonly AgentEffect[]): readonly Promise<void>[] =>
  effects.flatMap((effect) => (effect.do === 'takeAfter' ? [effect.stored] : []));

/** Runs `proceed` when everything is stored or has failed; immediately when there is nothing to store. */
export function afterStoring(effects: readonly AgentEffect[], proceed: () => void): void {
  const stored = storedBy(effects);
  if (stored.length === 0) proceed();
  else void Promise.allSettled(stored).then(proceed);
}
