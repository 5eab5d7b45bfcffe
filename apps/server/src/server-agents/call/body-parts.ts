import type { SipRequest } from '@samtal/sip';
import { header, mediaTypeOf } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';

export type BodyPart = {
  /** In lower case, without parameters. */
  readonly contentType: string;
  readonly body: string;
  /** Whether Content-Disposition allows the receiver to ignore the part (RFC 5621 §4). */
  readonly isOptional: boolean;
};

/** Finds the boundary in a Content-Type: at most 70 characters (RFC 2046 §5.1.1). */
const boundaryPattern = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([\w'+.,/:=?()-]{1,70}))/i;

/**
 * The parts of a body; multipart/mixed is split one level deep (RFC 5621 §3, RFC 2046 §5.1). Only CRLF ends
 * a line.
 * @returns undefined when a multipart body is malformed
 */
export function partsOf(request: SipRequest): readonly BodyPart[] | undefined {
  if (request.body === '') return [];
  const value = header(request, 'Content-Type') ?? '';
  const contentType = mediaTypeOf(value);
  if (contentType !== 'multipart/mixed') return [{ contentType, body: request.body, isOptional: false }];
  const [, quoted, plain] = boundaryPattern.exec(value) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  // A delimiter starts a line; the CRLF before it belongs to the delimiter.
  const [, ...rest] = `\r\n${request.body}`.split(`\r\n--${boundary}`);
  const end = rest.findIndex((part) => part.startsWith('--'));
  if (end < 1 || end > AGENT_LIMITS.bodyParts) return undefined;
  const parts = rest.slice(0, end).map(readPart);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function readPart(text: string): BodyPart | undefined {
  // Only whitespace may follow the delimiter on its line (RFC 2046 §5.1.1).
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
    // The default type of a part is text/plain (RFC 2046 §5.1).
    contentType: mediaTypeOf(fields.get('content-type') ?? 'text/plain'),
    body: text.slice(headerEnd + 4),
    isOptional: /;\s*handling=optional/i.test(fields.get('content-disposition') ?? ''),
  };
}
