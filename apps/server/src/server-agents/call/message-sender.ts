import type { Clock } from '@samtal/sip';
import type { AgentLog } from '../ports.ts';
import type { TextSender } from '../text-sender.ts';
import { createTextSender } from '../text-sender.ts';
import type { CallDialog } from './call-dialog.ts';

export type MessageSenderOptions = {
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly dialog: Pick<CallDialog, 'callId' | 'request'>;
  /** Called after 481 or 408: the dialog does not exist any more (RFC 5057 §5.1). */
  readonly dialogLost: () => void;
};

/** Sends the agent's text by MESSAGE. */
export function createMessageSender({ clock, log, dialog, dialogLost }: MessageSenderOptions): TextSender {
  return createTextSender(clock, (characters, answered) => {
    dialog.request('MESSAGE', { type: 'text/plain;charset=UTF-8', body: characters }, (status) => {
      if (status === 481 || status === 408) {
        dialogLost();
        return;
      }
      if (status >= 300) log.warn({ event: 'agent_text_refused', status, callId: dialog.callId });
      answered(status < 300);
    });
  });
}
