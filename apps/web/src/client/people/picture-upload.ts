import { isPicture, withoutMetadata } from '@samtal/api-contract';

/** Bytes in one call of `fromCharCode`, which takes a limited number of arguments. */
const PART = 8192;

/** A JPEG file of a canvas as base64 for the server, without metadata; undefined if the server would refuse it. */
export function toUpload(bytes: Uint8Array): string | undefined {
  const plain = withoutMetadata(bytes);
  if (plain === undefined || !isPicture(plain)) return undefined;
  let text = '';
  for (let at = 0; at < plain.length; at += PART)
    text += String.fromCharCode(...plain.subarray(at, at + PART));
  return btoa(text);
}
