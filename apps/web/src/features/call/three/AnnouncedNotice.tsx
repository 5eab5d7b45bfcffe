import type { ClientState } from '@samtal/call-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';
import { useUserName } from '../use-user-name.ts';

export type AnnouncedNoticeProps = {
  /** Name of the inviter. */
  readonly name: string;
  /** Address of the user who will come. */
  readonly address: string;
};

const isHeld = ({ hold }: ClientState) => hold.isByPeer;

/** Says to the user who was invited that the other one is asked now. The inviter holds the call if that one does not come. */
export function AnnouncedNotice({ name, address }: AnnouncedNoticeProps) {
  const { t } = useTranslation();
  const other = useUserName({ address });
  const [isRead, setIsRead] = useState(false);
  const focusReturn = useFocusReturn();
  const held = useClient(isHeld);
  if (held && !isRead) setIsRead(true);
  if (isRead) return undefined;
  return (
    <div {...focusReturn}>
      <Alert type="info" isInLiveRegion dismissLabel={t('error.dismiss')} onDismiss={() => setIsRead(true)}>
        <SpokenWords>
          <p dir="auto">{t('three.announced', { name, other })}</p>
        </SpokenWords>
      </Alert>
    </div>
  );
}
