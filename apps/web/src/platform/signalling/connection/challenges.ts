/**
 * A copy of a 401 or 407 without the challenges that JsSIP cannot answer. JsSIP supports MD5 only and uses
 * the last challenge, but a client must ignore algorithms that it does not know (RFC 8760 §2.4).
 */
export function dropForeignChallenges(message: string): string {
  if (!/^SIP\/2\.0 40[17] /.test(message)) return message;
  const endOfHeaders = message.indexOf('\r\n\r\n');
  const headers = message.slice(0, endOfHeaders < 0 ? undefined : endOfHeaders).split('\r\n');
  const isForeign = (line: string): boolean => {
    const algorithm = /^(?:www|proxy)-authenticate\s*:.*\balgorithm\s*=\s*"?([\w-]+)/i.exec(line)?.[1];
    return algorithm !== undefined && algorithm.toUpperCase() !== 'MD5';
  };
  const kept = headers.filter((line) => !isForeign(line)).join('\r\n');
  return endOfHeaders < 0 ? kept : kept + message.slice(endOfHeaders);
}
