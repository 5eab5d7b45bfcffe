import type { Abilities, SipRequest, SipResponse } from '@samtal/sip';
import { checkAsUserAgent, createResponse } from '@samtal/sip';

const methods = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'MESSAGE', 'INFO'];

/** Value of the Allow header. */
export const ALLOW = methods.join(', ');

const contentTypes: Readonly<Record<string, readonly string[]>> = {
  INVITE: ['application/sdp', 'multipart/mixed', 'application/pidf+xml'],
  MESSAGE: ['text/plain'],
  INFO: ['application/dtmf-relay', 'application/dtmf', 'application/pidf+xml'],
};

/** The abilities of every server agent, with the content types that it accepts for this method. */
const abilitiesFor = (method: string): Abilities => ({
  methods,
  extensions: [],
  contentTypes: contentTypes[method] ?? ['application/sdp'],
});

/**
 * The refusal of a request that needs an ability that server agents lack; undefined = no such ability is
 * needed.
 * @param toTag the tag for the refusal of a request outside a dialog
 */
export function refusalOf(request: SipRequest, toTag?: string): SipResponse | undefined {
  const refusal = checkAsUserAgent(request, abilitiesFor(request.method));
  if (refusal === undefined) return undefined;
  const { status, reason, headers = [] } = refusal;
  return createResponse(request, status, { reason, headers, ...(toTag !== undefined && { toTag }) });
}
