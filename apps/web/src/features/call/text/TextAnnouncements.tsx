import type { ClientState } from '@samtal/call-core';
import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/use-client.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useAnnouncer } from './use-announcer.ts';

const incomingOf = ({ text }: ClientState) => text.incoming;

/** Says what the other party writes, also while the panel is hidden. The panel itself is silent. */
export function TextAnnouncements() {
  const { t } = useTranslation();
  const words = useAnnouncer(useClient(incomingOf));
  return (
    <VisuallyHidden>
      <span aria-live="polite" data-announcements>
        {words.replaceAll(MISSING_TEXT_MARK, ` ${t('text.missing')} `)}
      </span>
    </VisuallyHidden>
  );
}
