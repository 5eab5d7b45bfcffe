import type { SipRequest } from '@samtal/sip';
import { header } from '@samtal/sip';
import { AGENT_LIMITS } from '../domain/limits.ts';

export type BodyPart = {
  /** In lower case, without parameters. */
  readonly contentType: string;
  readonly body: string;
  /** Content-Disposition says that it may be left unread (RFC 5621 §4). */
  readonly isOptional: boolean;
};

/** The type itself of a Content-Type value, in lower case. */
export const mediaTypeOf = (value: string): string => (value.split(';')[0] ?? '').trim().toLowerCase();

/** RFC 2046 §5.1.1: at most 70 of these, not ending with a space. */
const boundaryPattern = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([\w'+.,/:=?()-]{1,70}))/i;

/**
 * The parts of a body, multipart/mixed taken apart one level deep (RFC 5621 §3, RFC 2046 §5.1). Lone line feeds are
 * not line ends here, as in every body of SIP.
 * @returns undefined when a multipart body is broken
 */
export function partsOf(request: SipRequest): readonly BodyPart[] | undefined {
  if (request.body === '') return [];
  const value = header(request, 'Content-Type') ?? '';
  const contentType = mediaTypeOf(value);
  if (contentType !== 'multipart/mixed') return [{ contentType, body: request.body, isOptional: false }];
  const [, quoted, plain] = boundaryPattern.exec(value) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  // A delimiter stands at the beginning of a line and takes the line end before it along.
  const [, ...rest] = `\r\n${request.body}`.split(`\r\n--${boundary}`);
  const end = rest.findIndex((part) => part.startsWith('--'));
  if (end < 1 || end > AGENT_LIMITS.bodyParts) return undefined;
  const parts = rest.slice(0, end).map(readPart);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function readPart(text: string): BodyPart | undefined {
  // What may follow the delimiter on its line are spaces (RFC 2046 §5.1.1).
  const lineEnd = text.indexOf('\r\n');
  if (lineEnd < 0 || text.slice(0, lineEnd).trim() !== '') return undefined;
  const headerEnd = text.indexOf('\r\n\r\n', lineEnd);
  if (headerEnd < 0) return undefined;
  const fields = new Map(
    text
      .slice(lineEnd + 2, headerEnd)
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  return {
    // Without a type a part is text (RFC 2046 §5.1).
    contentType: mediaTypeOf(fields.get('content-type') ?? 'text/plain'),
    body: text.slice(headerEnd + 4),
    isOptional: /;\s*handling=optional/i.test(fields.get('content-disposition') ?? ''),
  };
}
