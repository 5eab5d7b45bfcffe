import type { Brand } from '@samtal/api-contract';

/**
 * The ICE servers of a call: the STUN server on the SIP server's host, then the operator's servers (SIP-07,
 * decision D20).
 */
export function iceServersOf({ sip }: Brand, serverUri: string): readonly RTCIceServer[] {
  const host = URL.canParse(serverUri) ? new URL(serverUri).hostname : '';
  const stun: readonly RTCIceServer[] = host === '' ? [] : [{ urls: `stun:${host}:${sip.stunPort}` }];
  const added = sip.iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
  return [...stun, ...added];
}
