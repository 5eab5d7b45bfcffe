import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextRecord } from '../../../client/characters/text-records.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { useFetched } from '../../../ui/loading/use-fetched.ts';
import { LaterContent } from '../later/LaterContent.tsx';
import { loadCharacterList, loadedCharacterList } from './load-character-list.ts';

export type CharactersDialogProps = { readonly record: TextRecord; readonly onClose: () => void };

/** Dialog with each character that a call has sent and received (decision D91). Its list is loaded when it opens. */
export function CharactersDialog({ record, onClose }: CharactersDialogProps) {
  const { t } = useTranslation();
  const close = useRef<HTMLButtonElement>(null);
  const list = useFetched(loadCharacterList, loadedCharacterList());
  return (
    <Dialog
      title={t('characters.title')}
      isWide
      onCancel={onClose}
      actions={
        <Button ref={close} kind="primary" onPress={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      {list.phase === 'ready' ? (
        <list.value.CharacterList record={record} />
      ) : (
        <LaterContent for={list} focusAfterRetry={close} />
      )}
    </Dialog>
  );
}
