import type { TransferState } from '@samtal/call-core';
import type { TextKey } from '../../../i18n/index.ts';

/** Statuses with which a client or a server refuses to transfer at all. */
const IMPOSSIBLE: readonly (number | undefined)[] = [400, 403, 405, 420, 481, 501, 503];

/** How the transfer ended, as the user who asked for it reads it. */
function failureOf(status: number | undefined): TextKey {
  if (status === 603 || status === 487) return 'transfer.stays';
  return IMPOSSIBLE.includes(status) ? 'transfer.impossible' : 'transfer.unreached';
}

/** What the user reads about a transfer. */
export function wordsOfTransfer(transfer: TransferState): TextKey {
  if (transfer.side === 'own')
    return transfer.phase === 'failed' ? failureOf(transfer.status) : `transfer.${transfer.phase}`;
  switch (transfer.phase) {
    case 'asked':
      return 'transfer.question';
    case 'failed':
      return 'transfer.unreached';
    default:
      return 'transfer.calling';
  }
}
