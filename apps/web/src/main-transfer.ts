/** The part of the composition root that is loaded for the first transfer of a call (decision D87). */
export { transferCode } from '@samtal/call-core/transfer';
export { handleTransfer, refuseTransfer } from './platform/signalling/transfer/session-transfers.ts';
