import type { SavedDialog } from './saved-dialog.ts';

const texts = [
  'callId',
  'localTag',
  'remoteTag',
  'localUri',
  'remoteUri',
  'remoteTarget',
  'contact',
] as const satisfies readonly (keyof SavedDialog)[];

/** A line of SIP cannot contain line ends. */
const isLine = (value: unknown): value is string => typeof value === 'string' && /^[^\r\n\0]+$/.test(value);

/** Reads what `JSON.stringify` has made of a dialog; undefined if it is not a dialog. */
export function parseSavedDialog(text: string): SavedDialog | undefined {
  try {
    const found = JSON.parse(text) as Partial<Record<keyof SavedDialog, unknown>> | null;
    const isRight =
      texts.every((name) => isLine(found?.[name])) &&
      Array.isArray(found?.routes) &&
      found.routes.every(isLine) &&
      Number.isSafeInteger(found.cseq) &&
      typeof found.isCaller === 'boolean';
    return isRight ? (found as SavedDialog) : undefined;
  } catch {
    return undefined;
  }
}
