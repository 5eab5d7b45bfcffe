import { webcrypto, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { X509CertificateGenerator } from '@peculiar/x509';

/** A certificate with its private key, both in PEM. */
export type OwnCertificate = { readonly certificate: string; readonly key: string };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple's systems refuse certificates that are valid for longer than 825 days. */
const LIFETIME_MS = 365 * DAY_MS;
/** A certificate that ends sooner than this is made anew at the start of the server. */
const LEAST_LIFETIME_MS = 30 * DAY_MS;
/** Clocks of phones may be behind. */
const CLOCK_TOLERANCE_MS = DAY_MS;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Node's types of WebCrypto name uses of keys that the types of the package do not have yet. */
type Arguments = Parameters<typeof X509CertificateGenerator.createSelfSigned>;

/** Loaded for the first certificate: a server without `--lan` makes none. */
const loadX509 = () => import('@peculiar/x509');

const pemOf = (label: string, der: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;

/**
 * Makes a certificate that is signed by its own key, so that no browser trusts it before its user agrees.
 * @param names IP addresses and host names
 */
export async function createOwnCertificate(names: readonly string[], now: number): Promise<OwnCertificate> {
  const x509 = await loadX509();
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=Samtal',
      notBefore: new Date(now - CLOCK_TOLERANCE_MS),
      notAfter: new Date(now + LIFETIME_MS),
      keys: keys as Arguments[0]['keys'],
      signingAlgorithm: algorithm,
      extensions: [
        new x509.SubjectAlternativeNameExtension(
          names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
        ),
        new x509.BasicConstraintsExtension(false),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ],
    },
    webcrypto as Arguments[1],
  );
  return {
    certificate: `${made.toString('pem')}\n`,
    key: pemOf('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
  };
}

/** Whether a certificate, in PEM, is valid for all these names for another month. */
export function isCertificateFor(pem: string, names: readonly string[], now: number): boolean {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return false;
  }
  return (
    certificate.validFromDate.getTime() <= now &&
    now + LEAST_LIFETIME_MS <= certificate.validToDate.getTime() &&
    names.every(
      (name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined,
    )
  );
}

/** The SHA-256 of a certificate, as browsers show it. */
export const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256;
