import type { EventLog } from '../../../domain/event-log.ts';
import type { SavedDialog } from '../../../domain/saved-dialog.ts';
import type { DialogRepository } from '../../../storage/repositories/repositories.ts';

/** Stores established dialogs, so that their calls go on after a restart (decision D80). */
export type SavedDialogs = {
  /** Stores a dialog, or its new state, soon. */
  save(dialog: SavedDialog): void;
  remove(token: string): void;
  /** Resolves when everything is stored. */
  settled(): Promise<void>;
};

/** Writes one after the other, of each dialog only the latest state; a write that fails is logged. */
export function createSavedDialogs(
  repository: Pick<DialogRepository, 'put' | 'remove'>,
  log: Pick<EventLog, 'error'>,
): SavedDialogs {
  const waiting = new Map<string, SavedDialog | undefined>();
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    for (const [token, dialog] of waiting) {
      waiting.delete(token);
      try {
        await (dialog === undefined ? repository.remove(token) : repository.put(dialog));
      } catch (error) {
        log.error({ event: 'dialog_not_stored', err: error });
      }
    }
    writing = undefined;
  }
  function put(token: string, dialog: SavedDialog | undefined): void {
    waiting.delete(token);
    waiting.set(token, dialog);
    writing ??= Promise.resolve().then(write);
  }

  return {
    save: (dialog) => put(dialog.token, dialog),
    remove: (token) => put(token, undefined),
    settled: async () => {
      await writing;
    },
  };
}
