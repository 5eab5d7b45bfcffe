import type { Abilities } from '@samtal/sip';

const methods = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'MESSAGE', 'INFO'];

/** Value of the Allow header. */
export const ALLOW = methods.join(', ');

const contentTypes: Readonly<Record<string, readonly string[]>> = {
  INVITE: ['application/sdp', 'multipart/mixed', 'application/pidf+xml'],
  MESSAGE: ['text/plain'],
  INFO: ['application/dtmf-relay', 'application/dtmf', 'application/pidf+xml'],
};

/** The content types that every server agent accepts, by method. */
export const abilitiesFor = (method: string): Abilities => ({
  methods,
  extensions: [],
  contentTypes: contentTypes[method] ?? ['application/sdp'],
});
