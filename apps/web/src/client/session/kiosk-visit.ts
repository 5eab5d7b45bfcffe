import { type Brand, readKioskToken } from '@samtal/api-contract';
import type { KioskLinkFault } from '@samtal/call-core';
import type { Credentials } from './auto-login.ts';

/** The login of a visitor with a one-click link. */
export type VisitorLogin = {
  /** The token as written in the link. */
  readonly token: string;
  /** Absent when the server accepts the signed token in place of credentials (KIOSK-13). */
  readonly credentials?: Credentials;
  readonly ref?: string;
};

/** The content of a one-click link. */
export type KioskVisit = VisitorLogin & {
  /** The number, name or SIP address to call. */
  readonly target: string;
  /** Tones to send after the call is answered (KIOSK-12, A-051). */
  readonly ivr?: string;
};

export type KioskReading =
  | { readonly ok: true; readonly visit: KioskVisit }
  | { readonly ok: false; readonly why: KioskLinkFault };

/** Parses the link; `query` is the part of the address from `?` on (KIOSK-05 … -08, A-112). */
export function readVisit(query: string, { anonymous }: Pick<Brand, 'anonymous'>): KioskReading {
  // URLSearchParams turns the plus signs of base64 into spaces.
  const token = (new URLSearchParams(query).get('token') ?? '').trim().replaceAll(' ', '+');
  if (token === '') return { ok: false, why: 'missingParameter' };
  const read = readKioskToken(token);
  if (read.kind === 'missingTarget') return { ok: false, why: 'missingParameter' };
  if (read.kind === 'unreadable') return { ok: false, why: 'invalidToken' };
  const { to, username, password = '', ivr, ref } = read.call;
  const credentials = username === undefined ? anonymous : { username, password };
  return {
    ok: true,
    visit: {
      target: to,
      token,
      ...(read.isSigned
        ? {}
        : { credentials: { username: credentials.username, password: credentials.password } }),
      ...(ivr === undefined ? {} : { ivr }),
      ...(ref === undefined ? {} : { ref }),
    },
  };
}
