import { ECDH } from 'node:crypto';

/** The push services of Chrome and Firefox. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'];
/** Those of Safari and Edge have many hosts. */
const DOMAINS = ['.push.apple.com', '.notify.windows.com'];

/**
 * Creates the check of endpoints: users name them, and this server sends requests there, so only known push
 * services pass.
 * @param more origins that the operator permits besides
 */
export function createEndpointCheck(more: readonly string[]): (endpoint: string) => boolean {
  return (endpoint) => {
    if (!URL.canParse(endpoint)) return false;
    const { href, hash, origin, protocol, hostname, port, username, password } = new URL(endpoint);
    // Browsers name an endpoint in one spelling; another could mean another host to another parser.
    if (href !== endpoint || hash !== '' || username !== '' || password !== '') return false;
    if (more.includes(origin)) return true;
    const isKnown =
      HOSTS.includes(hostname) ||
      DOMAINS.some((domain) => hostname.endsWith(domain) && !hostname.startsWith('.'));
    return protocol === 'https:' && port === '' && isKnown;
  };
}

/** Whether a text is a public key on P-256 in base64url, for which a payload can be encrypted. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
