import { hash } from 'node:crypto';
import type { Hash } from '@samtal/sip';

/** The hash of SIP digests (RFC 8760), as hexadecimal digits. */
export const digestHash: Hash = (algorithm, text) =>
  hash(algorithm === 'MD5' ? 'md5' : 'sha256', text, 'hex');
