import type { Header, SipRequest, SipResponse } from '@samtal/sip';
import { contactUriOf, isSuccess, prependHeader } from '@samtal/sip';
import type { Flow } from '../../flow.ts';
import type { Branch } from '../dialogs/dialog.ts';
import { createAnswer } from '../forwarding.ts';
import type { ForkOptions } from './fork-options.ts';
import type { Fork } from './fork-state.ts';
import type { ForkTarget } from './fork-target.ts';
import { sentTo } from './fork-target.ts';

const recordRoute = (
  { token }: Branch,
  flow: Flow,
  { createRecordRoute }: Pick<ForkOptions, 'createRecordRoute'>,
): Header => ({ name: 'Record-Route', value: createRecordRoute(token, flow) });

/** Opens the branch of a target. @returns the request for it, and the connection on which it is sent */
export function openBranch(
  { request, isInvite }: Fork,
  target: ForkTarget,
  options: Pick<ForkOptions, 'caller' | 'dialogs' | 'detour' | 'createRecordRoute'>,
): { readonly request: SipRequest; readonly flow: Flow } {
  const { caller, dialogs, detour } = options;
  target.detour = isInvite ? detour?.(target) : undefined;
  const { flow, contactUri } = sentTo(target);
  const headers = target.detour?.headers ?? target.headers;
  const passed = { ...request, uri: contactUri, headers: [...request.headers, ...headers] };
  if (!isInvite) return { request: passed, flow };
  target.branch = dialogs.openBranch(passed, { caller, callee: flow });
  const { name, value } = recordRoute(target.branch, flow, options);
  return { request: prependHeader(passed, name, value), flow };
}

/** Passes a response of a target to the caller. */
export function passToCaller(
  { transaction, isInvite }: Fork,
  target: ForkTarget,
  response: SipResponse,
  options: Pick<ForkOptions, 'caller' | 'createTag' | 'createRecordRoute'>,
): void {
  const { caller, createTag } = options;
  const { branch } = target;
  const opensDialog = isInvite && response.status < 300;
  const route = opensDialog && branch !== undefined ? [recordRoute(branch, caller, options)] : [];
  // If the callee sends no Contact, the caller gets the address to which the INVITE went (RFC 3261 §12.1.1).
  const isUnreachable = isInvite && isSuccess(response) && contactUriOf(response) === '';
  const contact = isUnreachable ? [{ name: 'Contact', value: `<${sentTo(target).contactUri}>` }] : [];
  transaction.respond(
    createAnswer(transaction.request, response, { createTag, headers: [...route, ...contact] }),
  );
}
