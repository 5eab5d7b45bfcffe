import type { KeyValueStore } from '../../../../client/store/key-value-store.ts';
import { createStore, type Store } from '../../../../client/store/store.ts';
import type { ReadAloud } from './announcer.ts';

const key = 'readAloud';

export const readAloudModes = ['line', 'word', 'off'] as const satisfies readonly ReadAloud[];

/**
 * The user's choice of announcements. It is stored in the browser, not in the account, because it depends on
 * the screen reader in use.
 */
export type ReadAloudChoice = Store<ReadAloud> & { readonly choose: (mode: ReadAloud) => void };

const choices = new WeakMap<KeyValueStore, ReadAloudChoice>();

/** The choice of announcements for incoming text, stored in `memory`; whole lines by default. */
export function readAloudChoice(memory: KeyValueStore): ReadAloudChoice {
  const known = choices.get(memory);
  if (known !== undefined) return known;
  const remembered = memory.get(key);
  const store = createStore<ReadAloud>(readAloudModes.find((mode) => mode === remembered) ?? 'line');
  const choice: ReadAloudChoice = {
    get: store.get,
    subscribe: store.subscribe,
    choose(mode) {
      store.set(mode);
      memory.set(key, mode);
    },
  };
  choices.set(memory, choice);
  return choice;
}
