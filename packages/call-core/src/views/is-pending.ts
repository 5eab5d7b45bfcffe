import type { TransferState } from '../state/transfer-state.ts';

/** Whether nothing of a transfer is under way; what became of it may still be shown. */
export const isOver = ({ phase }: TransferState): boolean => phase === 'failed' || phase === 'done';

/** Whether a transfer is under way. */
export const isPending = (transfer: TransferState | undefined): boolean =>
  transfer !== undefined && !isOver(transfer);
