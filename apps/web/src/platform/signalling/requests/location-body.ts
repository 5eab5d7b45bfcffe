import type { OutgoingRequest } from 'jssip/lib/SIPMessage';

/**
 * Adds the caller's geolocation (PIDF-LO) to an outgoing INVITE, next to its session description: location by
 * value, not to be used for routing (RFC 6442 §4.1 and §4.2, decision D19).
 */
export function addLocation(request: OutgoingRequest, document: string): void {
  const { call_id: callId, from } = request;
  const contentId = `${callId}@${from.uri.host}`;
  // JsSIP's Call-ID is random letters and digits, which neither body can contain.
  const boundary = `part-${callId}`;
  request.setHeader('Geolocation', `<cid:${contentId}>`);
  request.setHeader('Geolocation-Routing', 'no');
  request.setHeader('Content-Type', `multipart/mixed;boundary="${boundary}"`);
  request.body = [
    `--${boundary}`,
    'Content-Type: application/sdp',
    '',
    request.body,
    `--${boundary}`,
    'Content-Type: application/pidf+xml',
    `Content-ID: <${contentId}>`,
    '',
    document,
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
