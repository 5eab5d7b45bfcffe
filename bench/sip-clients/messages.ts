/** Reads and writes the SIP messages of the clients: as strings, so that thousands of clients cost little. */

/** The values of a header field, one for each line or comma. */
export function valuesOf(message: string, name: string): readonly string[] {
  const head = message.slice(0, message.indexOf('\r\n\r\n'));
  return [...head.matchAll(new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'gim'))].flatMap(
    ([, value = '']) => value.match(/(?:<[^>]*>|"[^"]*"|[^,])+/g)?.map((each) => each.trim()) ?? [],
  );
}

export const valueOf = (message: string, name: string): string => valuesOf(message, name)[0] ?? '';

/** The URI in a Contact, From or To. */
export const uriIn = (value: string): string => /<([^>]*)>/.exec(value)?.[1] ?? value.split(';')[0] ?? '';

export const statusOf = (response: string): number => Number(response.slice(8, 11));

export const branchOf = (message: string): string =>
  /;branch=([^;,\s]+)/i.exec(valueOf(message, 'Via'))?.[1] ?? '';

/** The last challenge of a response, which is the one for MD5; it has commas, so it is a whole line. */
export const challengeIn = (response: string): string =>
  [...response.matchAll(/^(?:WWW|Proxy)-Authenticate: (.*)$/gim)].at(-1)?.[1] ?? '';

/** A response: with the fields that it copies from the request, and `lines`. */
export function responseTo(
  request: string,
  status: string,
  tag: string,
  { lines = [], body = '' }: { readonly lines?: readonly string[]; readonly body?: string } = {},
): string {
  const copied = request
    .slice(0, request.indexOf('\r\n\r\n'))
    .split('\r\n')
    .filter((line) => /^(?:Via|From|Call-ID|CSeq|To|Record-Route):/i.test(line))
    .map((line) => (/^To:(?!.*;tag=)/i.test(line) ? `${line};tag=${tag}` : line));
  return [
    `SIP/2.0 ${status}`,
    ...copied,
    ...lines,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
