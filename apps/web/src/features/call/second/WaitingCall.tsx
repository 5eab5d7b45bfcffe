import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient, useIntents } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';
import { ariaOf } from '../in-call/call-shortcuts.ts';
import { useShortcuts } from '../in-call/use-shortcuts.ts';
import { ConnectCalls } from './ConnectCalls.tsx';
import styles from './SecondCall.module.css';

export type WaitingCallProps = {
  readonly name: string;
  readonly front: string;
  /** The shortcut changes between the calls; it leads to a caller who rings beside them. */
  readonly hasShortcut: boolean;
};

const isUnread = ({ behind }: ClientState) => behind?.text.isUnread === true;
const isKnocking = ({ behind }: ClientState) =>
  behind?.panels.isKnocking === true && behind.panels.knocks > 0;

/** Says which call is in front and which waits, and brings the waiting one to the front with one press. */
export function WaitingCall({ name, front, hasShortcut }: WaitingCallProps) {
  const { t } = useTranslation();
  const intents = useIntents();
  const hasWritten = useClient(isUnread);
  const hasKnocked = useClient(isKnocking);
  const words = t('call.second.waits', { name, front });
  const swap = () => intents.swapCalls();
  useShortcuts(hasShortcut ? { secondCall: swap } : {});
  return (
    <section className={styles.waiting} aria-label={words}>
      <div className={styles.words}>
        <SpokenWords>
          <Icon name="pause" size="1.125em" />
          <span>{words}</span>
        </SpokenWords>
      </div>
      {/* This live region is always in the page: only its changes are announced. */}
      <output className={styles.news} data-knocking={hasKnocked || undefined}>
        {hasKnocked ? t('text.knocks', { name }) : undefined}
        {hasWritten && !hasKnocked ? (
          <>
            <Icon name="text" size="1.125em" />
            <span>{t('call.second.wrote', { name })}</span>
          </>
        ) : undefined}
      </output>
      <Button
        kind="primary"
        icon="swap"
        aria-keyshortcuts={hasShortcut ? ariaOf('secondCall') : undefined}
        onPress={swap}
      >
        {t('call.second.swap', { name })}
      </Button>
      <ConnectCalls name={name} front={front} />
    </section>
  );
}
