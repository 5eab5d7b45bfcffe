/**
 * Decodes quoted-printable text (RFC 2045 §6.7) without soft line breaks. Bytes that are not UTF-8 are taken as
 * ISO 8859-1. Signs that stand for no byte stay as they are.
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
