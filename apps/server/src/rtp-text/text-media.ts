import { BlockList, isIP } from 'node:net';
import { directionOf, isRefused, kindOf, USUAL_CPS } from '@samtal/realtime-text';
import { TEXT_GATEWAY_LIMITS } from '../domain/limits/limits.ts';
import { isLoopbackAddress } from '../network/loopback.ts';
import type { Destination } from './rtp-source.ts';
import type { ReceivedTypes } from './rtp-text-receiver.ts';
import type { TextFormat } from './rtp-text-sender.ts';

/** An m=text section of a phone that can be used. */
export type PhoneText = {
  /** undefined = the phone is on hold and takes and sends no text. */
  readonly place: Destination | undefined;
  readonly format: TextFormat;
  /** Whether the phone reads text now. */
  readonly isReading: boolean;
};

/** Payload types of an own offer. */
const OFFERED: ReceivedTypes & { readonly red: number } = { t140: 98, red: 100 };

const notOnePhone = new BlockList();
notOnePhone.addSubnet('0.0.0.0', 8, 'ipv4');
notOnePhone.addSubnet('224.0.0.0', 3, 'ipv4');
notOnePhone.addAddress('::', 'ipv6');
notOnePhone.addSubnet('ff00::', 8, 'ipv6');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IP address in the one spelling in which sockets report it. */
const usualSpelling = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

/**
 * Whether text may be sent to an address that a phone names: one of the family of `own`, which is not a group of
 * machines, and a loopback address only from a loopback address.
 */
const isAllowed = (address: string, own: string): boolean =>
  isIP(address) === isIP(own) &&
  !notOnePhone.check(address, familyOf(address)) &&
  (!isLoopbackAddress(address) || isLoopbackAddress(own));

const find = (lines: readonly string[], pattern: RegExp): string | undefined =>
  lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);

const isPayloadType = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) < 128;

/** The payload type of a format at the clock of 1000 Hz (RFC 4103 §9), the first one in the order of the m-line. */
const typeOf = (name: string, formats: readonly string[], section: readonly string[]): number | undefined => {
  const pattern = new RegExp(`^${name}/1000(?:/1)?$`, 'i');
  const found = formats.find((format) =>
    pattern.test(find(section, new RegExp(`^a=rtpmap:${format} (\\S+)`)) ?? ''),
  );
  return found === undefined ? undefined : Number(found);
};

/** Number of earlier blocks in a packet, from `98/98/98`; undefined = not only text is repeated. */
function generationsOf(parameters: string | undefined, t140: number): number | undefined {
  const types = (parameters ?? `${t140}/${t140}/${t140}`).split('/');
  return types.every((type) => type === String(t140))
    ? Math.min(types.length - 1, TEXT_GATEWAY_LIMITS.generations)
    : undefined;
}

/** The index of the m=text section that may be used; -1 = there is none. */
export const findText = (media: readonly (readonly string[])[]): number =>
  media.findIndex((section) => kindOf(section) === 'text' && !isRefused(section));

/**
 * Reads the m=text section of a phone (RFC 4103 §9): `t140`, with or without `red`, over plain RTP.
 * @param own the address from which text is sent
 * @returns undefined if the section cannot be used
 */
export function readTextMedia(
  section: readonly string[] | undefined,
  session: readonly string[],
  own: string,
): PhoneText | undefined {
  const [, portText, formatList] =
    /^m=text (\d{1,5})(?:\/1)? RTP\/AVPF? (\d.*)$/.exec(section?.[0] ?? '') ?? [];
  if (section === undefined || portText === undefined || formatList === undefined) return undefined;
  const port = Number(portText);
  const formats = formatList.split(' ').filter(isPayloadType);
  const t140 = typeOf('t140', formats, section);
  const connection = /^c=IN IP[46] ([^\s/]+)/;
  const named = find(section, connection) ?? find(session, connection);
  if (t140 === undefined || named === undefined || isIP(named) === 0) return undefined;
  const address = usualSpelling(named);
  const isOnHold = address === '0.0.0.0' || address === '::';
  const isPort = port >= TEXT_GATEWAY_LIMITS.lowestPort && port < 65_536;
  if (!isPort || (!isOnHold && !isAllowed(address, own))) return undefined;

  const red = typeOf('red', formats, section);
  const generations =
    red === undefined
      ? undefined
      : generationsOf(find(section, new RegExp(`^a=fmtp:${red} ([\\d/]+)`)), t140);
  const cps = Number(find(section, new RegExp(`^a=fmtp:${t140} (?:.*;)?\\s*cps=(\\d{1,5})`))) || USUAL_CPS;
  const direction = directionOf(section, session);
  return {
    place: isOnHold ? undefined : { address, port },
    format:
      red === undefined || generations === undefined
        ? { t140, red: undefined, generations: 0, cps }
        : { t140, red, generations, cps },
    isReading: !isOnHold && (direction === 'sendrecv' || direction === 'recvonly'),
  };
}

/** Which payload types an own section names. */
export const typesFor = (phone: PhoneText | undefined): ReceivedTypes =>
  phone === undefined ? OFFERED : { t140: phone.format.t140, red: phone.format.red };

const generationList = (t140: number): string =>
  Array.from({ length: TEXT_GATEWAY_LIMITS.generations + 1 }, () => t140).join('/');

/** The lines of an own m=text section; the formats are in the order of preference. */
export function writeTextMedia(
  { address, port }: Destination,
  { t140, red }: ReceivedTypes,
): readonly string[] {
  return [
    `m=text ${port} RTP/AVP ${red === undefined ? '' : `${red} `}${t140}`,
    `c=IN IP${isIP(address)} ${address}`,
    `a=rtpmap:${t140} t140/1000`,
    `a=fmtp:${t140} cps=${TEXT_GATEWAY_LIMITS.ownCps}`,
    ...(red === undefined ? [] : [`a=rtpmap:${red} red/1000`, `a=fmtp:${red} ${generationList(t140)}`]),
    'a=sendrecv',
  ];
}
