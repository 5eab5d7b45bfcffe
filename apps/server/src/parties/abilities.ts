import type { Abilities } from '@samtal/sip';

const methods = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'MESSAGE', 'INFO'];

/** Value of Allow. */
export const ALLOW = methods.join(', ');

const contentTypes: Readonly<Record<string, readonly string[]>> = {
  INVITE: ['application/sdp', 'multipart/mixed', 'application/pidf+xml'],
  MESSAGE: ['text/plain'],
  INFO: ['application/dtmf-relay', 'application/dtmf', 'application/pidf+xml'],
};

/** What every party can read, by method. */
export const abilitiesFor = (method: string): Abilities => ({
  methods,
  extensions: [],
  contentTypes: contentTypes[method] ?? ['application/sdp'],
});
