export type ContentCoding = 'br' | 'gzip' | 'identity';

/**
 * The coding of an answer to a request with this `Accept-Encoding`, the smallest first (RFC 9110 §12.5.3). A
 * coding with the weight 0 is refused.
 */
export function contentCodingFor(acceptEncoding = ''): ContentCoding {
  const accepted = new Set(
    acceptEncoding.split(',').flatMap((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}
