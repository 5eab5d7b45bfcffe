/**
 * Decodes quoted-printable text (RFC 2045 §6.7) whose soft line breaks are already removed. If the bytes are
 * not UTF-8, they are read as ISO 8859-1. A "=" without two hexadecimal digits stays as it is.
 */
export function decodeQuotedPrintable(text: string): string {
  const asPercent = text.replaceAll('%', '%25').replaceAll(/=([\dA-F]{2})/gi, '%$1');
  try {
    return decodeURIComponent(asPercent);
  } catch {
    return text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
