import { type CallIdentity, type ClientState, conversationOf } from '@samtal/call-core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallAction } from '../../../client/hooks/use-call-action.ts';
import { useClient, useKnownNames } from '../../../client/hooks/use-client.ts';
import { useTextLook } from '../../../client/hooks/use-text-look.ts';
import { withKnownName } from '../../../client/people/known-names.ts';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { EndedText } from '../text/ended/EndedText.tsx';
import { CopyConversation } from '../text/tools/CopyConversation.tsx';
import { useSettings } from '../use-call-settings.ts';
import { keepInSight } from './keep-in-sight.ts';
import styles from './LastCall.module.css';

export type LastCallProps = { readonly call: CallIdentity; readonly onClose: () => void };

const textOf = ({ text }: ClientState) => text;

const bringIntoView = (text: HTMLElement | null): void => text?.scrollIntoView({ block: 'nearest' });

/**
 * Notice above the page after a call that the user has ended (CALLSCR-13): its text, to open and copy, and a
 * button to call again. It stays until it is closed or another call begins, in sight also above a list that is
 * scrolled.
 */
export default function LastCall({ call, onClose }: LastCallProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const conversation = conversationOf(useClient(textOf));
  const name = nameOf(withKnownName(call.remoteUser, useKnownNames()));
  const onCallAgain = useCallAction(call.remoteUser.address);
  const hasText = conversation.length > 0;
  const notice = useRef<HTMLElement>(null);
  // Only now, because before this effect the page below gets back its place.
  useEffect(() => keepInSight(notice.current), []);
  return (
    <section ref={notice} className={styles.notice} aria-labelledby={`${id}-title`}>
      <p id={`${id}-title`} className={styles.title}>
        {t('call.last.ended', { name })}
      </p>
      <div className={styles.actions}>
        {hasText ? (
          <Button
            icon="text"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-text` : undefined}
            onPress={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'call.last.hide' : 'call.last.show')}
          </Button>
        ) : undefined}
        {hasText && !isOpen ? (
          <span className={styles.copy}>
            <CopyConversation name={name} conversation={conversation} />
          </span>
        ) : undefined}
        <Button kind="success" icon="phone" onPress={onCallAgain}>
          {t('call.callagain')}
        </Button>
      </div>
      <IconButton icon="close" label={t('call.last.close')} onPress={onClose} />
      {isOpen ? (
        <div ref={bringIntoView} id={`${id}-text`} className={styles.text}>
          <Text name={name} />
        </div>
      ) : undefined}
    </section>
  );
}

function Text({ name }: { readonly name: string }) {
  return <EndedText name={name} look={useTextLook(useSettings())} />;
}
