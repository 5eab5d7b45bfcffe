import type { KeyValueStore } from '../../../../client/store/key-value-store.ts';
import { createStore, type Store } from '../../../../client/store/store.ts';
import type { ReadAloud } from './announcer.ts';

const key = 'readAloud';

export const readAloudModes = ['line', 'word', 'off'] as const satisfies readonly ReadAloud[];

/** Whoever uses this browser chooses for it: it belongs to the screen reader, not to the account. */
export type ReadAloudChoice = Store<ReadAloud> & { readonly choose: (mode: ReadAloud) => void };

const choices = new WeakMap<KeyValueStore, ReadAloudChoice>();

/** What a screen reader is told of incoming text, remembered in `memory`; whole lines at first. */
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
