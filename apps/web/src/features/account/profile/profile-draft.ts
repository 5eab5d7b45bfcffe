import type { ProfileValues } from './profile-fields.ts';

/** Input kept while a call replaces the form; never shown to the next user of this page. */
let draft: { readonly account: string; readonly values: ProfileValues } | undefined;

export const draftOf = (account: string): ProfileValues | undefined =>
  draft?.account === account ? draft.values : undefined;

export function keepDraft(account: string, values: ProfileValues): void {
  draft = { account, values };
}

export function dropDraft(): void {
  draft = undefined;
}
