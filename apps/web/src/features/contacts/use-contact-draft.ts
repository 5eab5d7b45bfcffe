import type { ContactDraft } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { useState } from 'react';
import { useClient } from '../../client/hooks/use-client.ts';
import { keepDraft, keptDraft } from './contact-draft.ts';

const accountOf = ({ settings }: ClientState) => settings?.account.address ?? '';

/**
 * Input in the form of a contact, which survives a call.
 * @param form identifies the form of one contact
 */
export function useContactDraft(
  form: string,
  saved: ContactDraft,
): readonly [draft: ContactDraft, change: (draft: ContactDraft) => void, forget: () => void] {
  const key = `${useClient(accountOf)} ${form}`;
  const [draft, setDraft] = useState(() => keptDraft(key) ?? saved);
  return [
    draft,
    (changed) => {
      keepDraft(key, changed);
      setDraft(changed);
    },
    () => keepDraft(key, undefined),
  ];
}
