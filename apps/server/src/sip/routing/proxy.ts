import type { ServerTransaction, SipRequest } from '@samtal/sip';
import { checkAsProxy } from '@samtal/sip';
import type { Flow } from '../flow.ts';
import { createRefuse } from '../refuse.ts';
import type { ForkParts } from './forking/fork-options.ts';
import { withoutWithheld } from './forwarding.ts';
import { createInDialogRouting, isNamedIn } from './in-dialog.ts';
import { createOutOfDialogRouting } from './out-of-dialog.ts';
import type { ProxyOptions } from './proxy-options.ts';
import { createRecordRoute } from './record-route.ts';
import { createReferredDialogs } from './transfer/referred-dialogs.ts';

export type Proxy = {
  /** Handles a request outside any dialog. */
  route(transaction: ServerTransaction, flow: Flow): Promise<void>;
  /** Handles a request inside a dialog. */
  routeInDialog(transaction: ServerTransaction, flow: Flow): void;
  /** Forwards the ACK of a 2xx, which has no transaction. */
  routeAck(ack: SipRequest, flow: Flow): void;
};

/** Methods allowed outside a dialog; all others need a dialog or are not supported. */
export const OUT_OF_DIALOG_METHODS = ['INVITE', 'MESSAGE', 'OPTIONS'];
export const ALLOWED_METHODS =
  'INVITE, ACK, CANCEL, BYE, OPTIONS, MESSAGE, INFO, UPDATE, PRACK, REFER, NOTIFY, REGISTER';

export function createProxy(options: ProxyOptions): Proxy {
  const { dialogs, transactions, clock, createTag } = options;
  const referred = createReferredDialogs(dialogs, options.elapsedMs);
  const refuse = createRefuse(createTag);
  const forkParts: ForkParts = {
    transactions,
    clock,
    createTag,
    dialogs,
    createRecordRoute: (token, { connection }) => createRecordRoute(token, connection.serverAddress),
  };
  return {
    route: createOutOfDialogRouting({ ...options, referred, forkParts, refuse }),
    routeInDialog: createInDialogRouting({ ...options, referred, refuse }),
    routeAck(ack, flow) {
      const match = dialogs.find(ack, flow);
      if (match === undefined || !match.dialog.isConfirmed || checkAsProxy(ack) !== undefined) return;
      if (isNamedIn(ack, 'From', match.sender.identity))
        transactions.sendOutside(withoutWithheld(ack), match.receiver.flow.id);
    },
  };
}
