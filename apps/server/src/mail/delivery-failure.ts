/** An address, which mail servers repeat in their answers. */
const ADDRESS = /[^\s<>"':,;()]+@[^\s<>"':,;()]+/g;

const fieldOf = (error: object, name: string): unknown =>
  name in error ? (error as Record<string, unknown>)[name] : undefined;

/** Why a mail was not delivered, for the log. It contains no address and nothing of the mail. */
export function failureOf(error: unknown) {
  if (!(error instanceof Error)) return { reason: String(error).replace(ADDRESS, '…') };
  return {
    reason: error.message.replace(ADDRESS, '…'),
    code: fieldOf(error, 'code'),
    status: fieldOf(error, 'responseCode'),
  };
}
