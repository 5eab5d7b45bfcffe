/** Input kept while a call replaces the dial screen; never shown to the next user of this page. */
let draft = { account: '', number: '' };

export const draftOf = (account: string): string => (draft.account === account ? draft.number : '');

export function keepDraft(account: string, number: string): void {
  draft = { account, number };
}
