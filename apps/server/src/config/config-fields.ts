import { isIP } from 'node:net';
import { isTurnUrl } from '@samtal/api-contract';
import * as z from 'zod/mini';
import { addressBytes, isIpv4Mapped } from '../network/address-bytes.ts';

const wholeNumberText = /^\d{1,15}$/;

/** A whole number in decimal digits. */
export const wholeNumber = (least: number, most: number, unit = '') =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => wholeNumberText.test(text) && Number(text) >= least && Number(text) <= most,
          `must be a whole number ${unit === '' ? '' : `of ${unit} `}from ${least} to ${most}`,
        ),
      ),
    z.transform((text: string) => Number(text)),
  );

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** One of these words, in exactly this spelling. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, `must be ${alternatives.format(words)}`);

const isHttpAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Address of the web app; it may have a path, and a trailing slash is removed. */
export const publicUrl = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => isHttpAddress(text) && new URL(text).search === '' && new URL(text).hash === '',
        'must be an address such as https://calls.example',
      ),
    ),
  z.transform((text: string) => text.replace(/\/+$/, '')),
);

const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** Control characters, which URL leaves out silently. */
const CONTROLS = /\p{Cc}/u;

/** Said where an address may have a password. */
const ESCAPES = 'the characters @ / : % # ? in the user and the password are written %40 %2F %3A %25 %23 %3F';

/** Whether a password has / ? or # that is not escaped: then its @ is behind the host, and parts of it count as other things. */
const hasBrokenPassword = ({ pathname, search, hash }: URL): boolean => /@/.test(pathname + search + hash);

function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text) || CONTROLS.test(text)) return false;
  const url = new URL(text);
  const sslMode = url.searchParams.get('sslmode');
  return (
    /^postgres(?:ql)?:$/.test(url.protocol) &&
    /^\/[^/]+$/.test(url.pathname) &&
    !hasBrokenPassword(url) &&
    (sslMode === null || SSL_MODES.includes(sslMode))
  );
}

/** Whether each `%` in the username and the password begins a valid percent escape, such as `%40`. */
function isEscaped({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text) || !/^smtps?:\/\/[^/]/.test(text)) return false;
  const url = new URL(text);
  return !hasBrokenPassword(url) && isEscaped(url);
}

/**
 * A PostgreSQL database, without the white space around it, which the driver would take as part of a database's name. The
 * error message must not repeat the value, because it contains a password.
 */
export const databaseUrl = z
  .string()
  .check(
    z.trim(),
    z.refine(
      isPostgresUrl,
      `must be an address such as postgres://user:password@db.example:5432/samtal?sslmode=verify-full (sslmode is one of ${SSL_MODES.join(', ')}; ${ESCAPES})`,
    ),
  );

export const smtpUrl = z
  .string()
  .check(
    z.refine(isSmtpUrl, `must be an address such as smtp://user:password@mail.example:587 (${ESCAPES})`),
  );

/** An address, or a name and an address in angle brackets; line breaks could inject mail headers. */
export const mailFrom = z
  .string()
  .check(
    z.regex(
      /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address such as calls@calls.example or "Calls <calls@calls.example>"',
    ),
  );

/** The address or host name on which to listen; an IPv6 address has no brackets here, unlike in URLs. */
export const listenHost = z
  .string()
  .check(
    z.refine(
      (text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
      'must be an address or name of this machine without brackets, such as 127.0.0.1, ::1 or localhost',
    ),
  );

/** A range of UDP ports with room for calls: RTP has an even port and RTCP the odd one behind it. */
export const portRange = z.pipe(
  z.string().check(
    z.refine((text) => {
      const [, first = '', last = ''] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
      return Number(first) >= 1024 && Number(last) <= 65_535 && Number(last) > Number(first);
    }, 'must be two ports from 1024 to 65535 with a hyphen, such as 40200-40399'),
  ),
  z.transform((text: string) => {
    const [firstPort = 0, lastPort = 0] = text.split('-').map(Number);
    return { firstPort, lastPort };
  }),
);

/** One IP address of this machine, or of the network, in front of it; no name, because it stands in SDP. */
export const ipAddress = z
  .string()
  .check(z.refine((text) => isIP(text) !== 0, 'must be an IP address without brackets, such as 192.0.2.10'));

const listOf = (text: string): readonly string[] => text.split(',').map((each) => each.trim());

/** Whether this is a `ws:` or `wss:` address with a host that a Content-Security-Policy can express (D23). */
function isWebSocketAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host } = new URL(text);
  return /^wss?:$/.test(protocol) && /^[a-z0-9.:[\]-]+$/.test(host);
}

/** WebSocket addresses separated by commas, as sent to browsers (REG-13). */
export const webSocketAddresses = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => listOf(text).every(isWebSocketAddress),
        'must be an address such as wss://sip.example/ws, or several separated by commas',
      ),
    ),
  z.transform((text: string) => listOf(text).join(',')),
);

/** `*` is a valid character of a host, but no origin is compared as a pattern. */
const isOrigin = (text: string): boolean =>
  isHttpAddress(text) && new URL(text).origin === text && !text.includes('*');

/** Origins separated by commas. */
export const origins = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => listOf(text).every(isOrigin),
        'must be origins such as https://calls.example, without *, separated by commas',
      ),
    ),
  z.transform(listOf),
);

const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Whether this is an address, a range or the name of a range. `10` is refused, because `proxy-addr` reads it
 * as 0.0.0.10; so is `/0`, because every client could then forge its address.
 */
function isProxy(text: string): boolean {
  if (PROXY_RANGES.includes(text)) return true;
  const [, address = '', prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || prefix === undefined) return family !== 0;
  return Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128);
}

/**
 * Parses a proxy or a range of proxies. `bits` are the leading bits that all its addresses share; for IPv4,
 * also in the form `::ffff:…`, they are bits of the 32-bit address.
 */
function rangeOf(proxy: string) {
  const [address = '', length] = proxy.split('/');
  const bytes = addressBytes(address);
  if (bytes === undefined) return undefined;
  const isMapped = isIpv4Mapped(bytes);
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return {
    isIpv4: isMapped || bytes.length === 4,
    isTooWide: isMapped && length !== undefined && Number(length) <= 96,
    bits: bits.slice(isMapped ? 96 : 0, length === undefined ? bits.length : Number(length)),
  };
}

const rangesOf = (text: string) => listOf(text).flatMap((proxy) => rangeOf(proxy) ?? []);

/** Whether ranges, given by their leading bits, together contain every address. */
const containEvery = (ranges: readonly string[]): boolean =>
  ranges.includes('') ||
  (ranges.length > 1 &&
    ['0', '1'].every((bit) =>
      containEvery(ranges.filter((bits) => bits.startsWith(bit)).map((bits) => bits.slice(1))),
    ));

const containsFamily = (text: string): boolean =>
  [true, false].some((isIpv4) =>
    containEvery(
      rangesOf(text)
        .filter((range) => range.isIpv4 === isIpv4)
        .map(({ bits }) => bits),
    ),
  );

/** Reverse proxies separated by commas. */
export const proxies = z.pipe(
  z.string().check(
    z.refine((text) => listOf(text).every(isProxy), {
      error: `must be addresses such as 192.0.2.7, ranges such as 10.0.0.0/8 (not /0), or ${alternatives.format(PROXY_RANGES)}, separated by commas`,
      abort: true,
    }),
    z.refine((text) => rangesOf(text).every(({ isTooWide }) => !isTooWide), {
      error: 'must name a range of IPv4 addresses as 10.0.0.0/8, not as an IPv6 range such as ::ffff:0:0/96',
      abort: true,
    }),
    z.refine(
      (text) => !containsFamily(text),
      'must not contain every IPv4 or every IPv6 address, because each client could then choose its own',
    ),
  ),
  z.transform(listOf),
);

/** Addresses of TURN servers separated by commas, as sent to browsers (decision D20). */
export const turnUrls = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => listOf(text).every(isTurnUrl),
        'must be an address such as turn:turn.example:3478 or turns:turn.example:443?transport=tcp, or several separated by commas',
      ),
    ),
  z.transform(listOf),
);

/**
 * The secret shared with the TURN servers. Each credential allows offline guessing, so the secret must be
 * long.
 */
export const turnSecret = z
  .string()
  .check(
    z.regex(
      /^\S{32,}$/,
      'must be at least 32 characters without spaces, such as "openssl rand -hex 32" prints',
    ),
  );
