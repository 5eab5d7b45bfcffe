/** Canonical names of the header fields in use. */
const names = [
  'Accept',
  'Alert-Info',
  'Allow',
  'Allow-Events',
  'Authentication-Info',
  'Authorization',
  'Call-ID',
  'Call-Info',
  'Contact',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'CSeq',
  'Date',
  'Event',
  'Expires',
  'From',
  'Max-Forwards',
  'Min-Expires',
  'MIME-Version',
  'Path',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'Proxy-Require',
  'Reason',
  'Record-Route',
  'Refer-To',
  'Referred-By',
  'Require',
  'Retry-After',
  'Route',
  'Service-Route',
  'Session-Expires',
  'Subject',
  'Supported',
  'To',
  'Unsupported',
  'User-Agent',
  'Via',
  'Warning',
  'WWW-Authenticate',
];

/** Compact forms and the names they stand for (RFC 3261 §7.3.3 and its extensions). */
const compactForms: Readonly<Record<string, string>> = {
  b: 'Referred-By',
  c: 'Content-Type',
  e: 'Content-Encoding',
  f: 'From',
  i: 'Call-ID',
  k: 'Supported',
  l: 'Content-Length',
  m: 'Contact',
  o: 'Event',
  r: 'Refer-To',
  s: 'Subject',
  t: 'To',
  u: 'Allow-Events',
  v: 'Via',
  x: 'Session-Expires',
};

const canonical = new Map([
  ...names.map((name) => [name, name] as const),
  ...names.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(compactForms),
]);

/** The long name of a header field in its usual spelling; an unknown name is returned unchanged. */
export const canonicalName = (name: string): string =>
  canonical.get(name) ?? canonical.get(name.toLowerCase()) ?? name;

/**
 * Header fields with lists that are stored as one `Header` per value, because elements add, remove and read
 * single values. Lists of tokens (Allow, Supported …) are not split, because many phones read only the first
 * line of such a field.
 */
export const listHeaders: ReadonlySet<string> = new Set([
  'Contact',
  'Path',
  'Record-Route',
  'Route',
  'Service-Route',
  'Via',
]);

/** Header fields that a message may contain only once (RFC 3261 §7.3.1). */
export const singleHeaders: ReadonlySet<string> = new Set([
  'Call-ID',
  'Content-Length',
  'Content-Type',
  'CSeq',
  'Date',
  'Expires',
  'From',
  'Max-Forwards',
  'Retry-After',
  'To',
]);
