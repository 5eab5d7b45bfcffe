import type { UA } from 'jssip';
import type { OldDialog } from './old-dialog.ts';

/** Ends dialogs of an earlier page, also those that the user ends before this side is registered. */
export type LaterByes = {
  /** @param isLost the dialog ends because the call could not go on */
  send(dialog: OldDialog, isLost: boolean): void;
  /** This side is registered: sends what has waited for it. */
  readonly reach: () => void;
};

/** @param ua the user agent of the connection; undefined while there is none */
export function createLaterByes(ua: () => UA | undefined): LaterByes {
  let waiting: (readonly [OldDialog, boolean])[] = [];

  function send(dialog: OldDialog, isLost: boolean): void {
    const agent = ua();
    if (agent?.isRegistered() === true) dialog.bye(agent, isLost);
    else waiting.push([dialog, isLost]);
  }

  return {
    send,
    reach() {
      const due = waiting;
      waiting = [];
      for (const [dialog, isLost] of due) send(dialog, isLost);
    },
  };
}
