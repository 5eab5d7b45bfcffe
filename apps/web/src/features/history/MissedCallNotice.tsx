import type { HistoryEntry } from '@samtal/api-contract';
import { type ClientState, callBlockedBy, type MediaKinds } from '@samtal/call-core';
import { useCallback, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { dateLocale, timeOrDay } from '../../client/format/time.ts';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { useClient, useIntents, useKnownPeople } from '../../client/hooks/use-client.ts';
import { plainAddress } from '../../client/people/known-names.ts';
import type { CallHistory } from '../../client/records/history.ts';
import { createStore, useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { personIn } from './call-words.ts';
import styles from './MissedCallNotice.module.css';

const noIds = createStore<readonly string[]>([]);
const noCalls = createStore<readonly HistoryEntry[]>([]);

/** The missed calls that the user has not seen, newest first, as far as they are among the latest calls. */
export function useUnseenCalls(history: CallHistory | undefined): readonly HistoryEntry[] {
  const ids = useStore(history?.missedIds ?? noIds);
  const recent = useStore(history?.recent.list ?? noCalls);
  const isDue = ids.length > 0;
  useEffect(() => {
    if (isDue) void history?.recent.load();
  }, [history, isDue]);
  return recent.filter(({ id }) => ids.includes(id));
}

const byText: MediaKinds = { audio: false, video: false, text: true };

/** Calls `address` by text; undefined if users do not choose the kind of a call (decision D33), or if it is not possible now. */
function useTextCall(address: string): (() => void) | undefined {
  const intents = useIntents();
  const isPossible = useClient(
    useCallback(
      (state: ClientState) =>
        state.settings?.perCall !== undefined &&
        state.settings.text &&
        callBlockedBy(state, address, byText) === undefined,
      [address],
    ),
  );
  return isPossible ? () => intents.call(address, { media: byText }) : undefined;
}

export type MissedCallNoticeProps = {
  readonly latest: HistoryEntry;
  /** All missed calls that the user has not seen, with the latest. */
  readonly unseen: readonly HistoryEntry[];
  readonly onSeen: CallHistory['forgetMissed'];
};

/** Who called last while the user did not answer, and when, until the user has seen it (decision D14). */
export function MissedCallNotice({ latest, unseen, onSeen }: MissedCallNoticeProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { sipAddress, timestamp } = latest;
  const { name } = personIn(latest, useKnownPeople());
  const callBack = useCallAction(sipAddress);
  const textBack = useTextCall(sipAddress);
  const caller = plainAddress(sipAddress);
  const ofCaller = unseen.filter((call) => plainAddress(call.sipAddress) === caller);
  const see = (): void => onSeen(ofCaller.map((call) => call.id));
  const seenWith = (run: (() => void) | undefined) =>
    run &&
    (() => {
      see();
      run();
    });
  const count = unseen.length;
  const locale = dateLocale(i18n.language, navigator.languages);
  return (
    <aside {...useFocusReturn()} className={styles.notice} aria-labelledby={id}>
      <div className={styles.words}>
        <Icon name="callMissed" />
        <p id={id} className={styles.what}>
          <Link href={`/history/view/${latest.id}`} onClick={see}>
            {t('dial.missed', { name })}
          </Link>{' '}
          {/* oxlint-disable-next-line react/purity -- today's date is read when the calls change */}
          <time dateTime={new Date(timestamp).toISOString()}>{timeOrDay(timestamp, locale, Date.now())}</time>
          {count > 1 ? (
            <>
              {' '}
              <Link href="/history">
                {t('menu.missed', { count, n: count.toLocaleString(i18n.language) })}
              </Link>
            </>
          ) : undefined}
        </p>
      </div>
      <div className={styles.actions}>
        <Button kind="success" icon="phone" onPress={seenWith(callBack)}>
          {t('call.callback')}
        </Button>
        {textBack === undefined ? undefined : (
          <Button icon="text" onPress={seenWith(textBack)}>
            {t('dial.kind.text')}
          </Button>
        )}
      </div>
      <IconButton icon="close" label={t('common.close')} onPress={see} />
    </aside>
  );
}
