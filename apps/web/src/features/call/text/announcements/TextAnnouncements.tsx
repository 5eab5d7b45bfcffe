import { type ClientState, incomingText } from '@samtal/call-core';
import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../../client/hooks/app-services.ts';
import { useClient } from '../../../../client/hooks/use-client.ts';
import { useStore } from '../../../../client/store/store.ts';
import { VisuallyHidden } from '../../../../ui/page/VisuallyHidden.tsx';
import { readAloudChoice } from './read-aloud-choice.ts';
import { type Announcers, useAnnouncer } from './use-announcer.ts';

const incomingOf = ({ text }: ClientState) => incomingText(text);

export type TextAnnouncementsProps = {
  readonly callId: string;
  readonly announcers: Announcers;
  /** Name of the remote user, where there are two. */
  readonly who?: string | undefined;
  /** The remote user's text; that of the call in front by default. */
  readonly select?: (state: ClientState) => string;
};

/** Announces the remote user's text, also while the text panel is hidden. The text in the panel is silent. */
export function TextAnnouncements({ callId, announcers, who, select = incomingOf }: TextAnnouncementsProps) {
  const { t } = useTranslation();
  const mode = useStore(readAloudChoice(useAppServices().localStore));
  const { id, words } = useAnnouncer(useClient(select), mode, callId, announcers);
  return (
    <VisuallyHidden>
      <span aria-live="polite" data-announcements>
        {/* A new element for each announcement, so that the same words are announced again. */}
        {words === '' ? undefined : (
          <span key={id}>
            {who && `${who}: `}
            {words.replaceAll(MISSING_TEXT_MARK, ` ${t('text.missing')} `)}
          </span>
        )}
      </span>
    </VisuallyHidden>
  );
}
