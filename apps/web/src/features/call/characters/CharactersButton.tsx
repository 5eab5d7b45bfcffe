import type { ClientState } from '@samtal/call-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextRecords } from '../../../client/characters/text-records.ts';
import { useClient, useTextRecords } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { CharactersDialog } from './CharactersDialog.tsx';

const callIdOf = ({ call }: ClientState) => ('call' in call ? call.call.callId : '');

/** Opens the list of the characters of the call in front; nothing where no characters are recorded (decision D91). */
export function CharactersButton() {
  const records = useTextRecords();
  return records && <OfFront records={records} />;
}

function OfFront({ records }: { readonly records: TextRecords }) {
  const { t } = useTranslation();
  const record = records.of(useClient(callIdOf));
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  if (record === undefined) return undefined;
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{t('characters.title')}</Button>
      {isOpen ? <CharactersDialog record={record} onClose={close} /> : undefined}
    </>
  );
}
