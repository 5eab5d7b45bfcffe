const INSTANCE = /urn:uuid:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\da-f-])/gi;

/** The UUIDs of all device instances (RFC 5626 §4.1) that a text names, in lower case. */
export const instancesIn = (text: string): readonly string[] =>
  [...text.matchAll(INSTANCE)].map(([, uuid = '']) => uuid.toLowerCase());
