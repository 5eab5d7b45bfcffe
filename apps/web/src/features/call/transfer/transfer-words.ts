import type { TransferState } from '@samtal/call-core';
import type { TextKey } from '../../../i18n/index.ts';

type OwnTransfer = Extract<TransferState, { side: 'own' }>;

/** How the transfer ended, as the user who asked for it reads it. */
function failureOf({ status, isRefused, attended }: OwnTransfer): TextKey {
  if (status === 603 || status === 487) return 'transfer.stays';
  if (attended) return 'transfer.apart';
  return isRefused ? 'transfer.impossible' : 'transfer.unreached';
}

/** What the user reads about a transfer. */
export function wordsOfTransfer(transfer: TransferState): TextKey {
  if (transfer.side === 'own')
    return transfer.phase === 'failed' ? failureOf(transfer) : `transfer.${transfer.phase}`;
  switch (transfer.phase) {
    case 'asked':
      return 'transfer.question';
    case 'failed':
      return 'transfer.unreached';
    default:
      return 'transfer.calling';
  }
}
