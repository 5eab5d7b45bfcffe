import { checkAsProxy, createResponse, type Header, type ServerTransaction } from '@samtal/sip';

/** Refuses a request with a final response of this server. */
export type Refuse = (transaction: ServerTransaction, status: number, headers?: readonly Header[]) => void;

export const createRefuse =
  (createTag: () => string): Refuse =>
  (transaction, status, headers = []) =>
    transaction.respond(createResponse(transaction.request, status, { toTag: createTag(), headers }));

/** Applies the checks of RFC 3261 §16.3 to a request; when one fails, refuses it and returns true. */
export function isRefusedAsProxy(transaction: ServerTransaction, refuse: Refuse): boolean {
  const refusal = checkAsProxy(transaction.request);
  if (refusal === undefined) return false;
  refuse(transaction, refusal.status, refusal.headers);
  return true;
}
