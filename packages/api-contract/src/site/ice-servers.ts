import * as z from 'zod/mini';

/**
 * A TURN URL: the host is a name, an IPv4 address or an IPv6 address in brackets; port and transport are
 * optional (RFC 7065 §3.1).
 */
const TURN_URL =
  /^turns?:(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::(\d{1,5}))?(?:\?transport=(?:udp|tcp))?$/i;

/** Whether browsers accept `text` as the URL of a TURN server; one invalid URL makes the whole call fail. */
export function isTurnUrl(text: string): boolean {
  const found = TURN_URL.exec(text);
  if (found === null) return false;
  const port = Number(found[1] ?? '3478');
  return port > 0 && port <= 65_535;
}

/**
 * Answer of GET iceServers: TURN servers as RTCIceServer (W3C WebRTC §4.2.4), with temporary credentials for
 * the user as the REST API for TURN defines them (draft-uberti-behave-turn-rest-00 §2.2; decision D20).
 */
export const iceServersAnswerSchema = z.object({
  iceServers: z.array(
    z.object({
      urls: z.array(z.string().check(z.refine(isTurnUrl))),
      username: z.string(),
      credential: z.string(),
    }),
  ),
  /** Lifetime of the credentials in seconds. */
  ttl: z.int().check(z.minimum(1)),
});

export type IceServersAnswer = z.infer<typeof iceServersAnswerSchema>;
