/** What somebody had typed when a call took the dial screen away; never shown to the next person on this page. */
let draft = { account: '', number: '' };

export const draftOf = (account: string): string => (draft.account === account ? draft.number : '');

export function keepDraft(account: string, number: string): void {
  draft = { account, number };
}
