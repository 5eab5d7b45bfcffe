const MULTIPART =
  /^(?:content-type|c)\s*:\s*multipart\/[^\r\n]*?;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/im;
const ABOUT_BODY = /^(?:content-type|c|content-length|l)\s*:/i;

/** The header lines, unfolded (RFC 3261 §7.3.1), and the text after the empty line. */
function split(text: string): { readonly head: string; readonly body: string } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  return { head: text.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' '), body: text.slice(end + 4) };
}

function findSdp(body: string, boundary: string): string | undefined {
  for (const section of `\r\n${body}`.split(`\r\n--${boundary}`).slice(1)) {
    const part = split(section);
    if (part !== undefined && /^content-type\s*:\s*application\/sdp\b/im.test(part.head)) return part.body;
  }
  return undefined;
}

/**
 * A copy of a message whose multipart body is replaced by the session description in it: every SIP element
 * must accept multipart (RFC 5621 §3.1), but JsSIP refuses it with 415. Other messages are returned
 * unchanged.
 */
export function keepSdpPart(message: string): string {
  const whole = split(message);
  if (whole === undefined) return message;
  const [, quoted, bare] = MULTIPART.exec(whole.head) ?? [];
  const boundary = quoted ?? bare;
  const sdp = boundary === undefined ? undefined : findSdp(whole.body, boundary);
  if (sdp === undefined) return message;
  // The line break before a boundary belongs to the boundary (RFC 2046 §5.1.1), but the last line of SDP
  // needs one too, so it is added.
  const body = sdp.endsWith('\r\n') ? sdp : `${sdp}\r\n`;
  return [
    ...whole.head.split('\r\n').filter((line) => !ABOUT_BODY.test(line)),
    'Content-Type: application/sdp',
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    '',
    body,
  ].join('\r\n');
}
