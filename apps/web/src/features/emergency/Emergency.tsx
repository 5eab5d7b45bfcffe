import { lastCallOf } from '@samtal/call-core';
import { use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emergencyNumbersOf } from '../../client/calling/client-settings.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { ClientContext } from '../../client/hooks/use-client.ts';
import { useStore } from '../../client/store/store.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useIsNarrow } from '../../ui/page/use-is-narrow.ts';
import styles from './Emergency.module.css';
import { EmergencyDialog } from './EmergencyDialog.tsx';
import { type How, howOf } from './emergency-calls.ts';
import { TEST_NOTICE } from './use-emergency-call.ts';
import { useStickyTabs } from './use-sticky-tabs.ts';

export type EmergencyProps =
  /** The button in the header; on small screens only where no tab bar stays in sight. */
  | { readonly place: 'header'; readonly hasTabs: boolean }
  /** The button in the tab bar, in the look of the tabs. */
  | {
      readonly place: 'tabs';
      readonly looks: Readonly<Record<'cell' | 'tab' | 'icon' | 'words', string | undefined>>;
    };

/** The most characters of a number that is a short word. */
const SHORT = 5;

/** The permanent emergency button (decision D89); where no number is configured there is none. */
export function Emergency(props: EmergencyProps) {
  const { session } = useAppServices();
  const state = useStore(session.state);
  const isNarrow = useIsNarrow();
  const isSticky = useStickyTabs();
  if (state.phase !== 'signedIn') return undefined;
  const numbers = [...new Set(emergencyNumbersOf(state.settings))];
  const isInTabs = isNarrow && isSticky;
  const isHere = props.place === 'tabs' ? isInTabs : !(isInTabs && props.hasTabs);
  if (numbers.length === 0) return undefined;
  return (
    <>
      {isHere ? <EmergencyButton {...props} numbers={numbers} /> : undefined}
      {props.place === 'header' ? <QuestionBeforeCall /> : undefined}
    </>
  );
}

/** Every other way to an emergency number, such as a recent call or a service, leads to the same question. */
function QuestionBeforeCall() {
  const running = use(ClientContext);
  const [asked, setAsked] = useState<{ readonly target: string; readonly how: How }>();
  const client = running?.client;
  useEffect(
    () =>
      client?.askBeforeEmergency((target, media) => {
        const last = lastCallOf(client.getState().call);
        const before = last?.remoteUser.address === target ? last.emergency : undefined;
        setAsked({ target, how: howOf(media, before) });
      }),
    [client],
  );
  if (asked === undefined) return undefined;
  const [number = ''] = asked.target.split('@');
  return <EmergencyDialog {...asked} numbers={[number]} onClose={() => setAsked(undefined)} />;
}

function EmergencyButton(props: EmergencyProps & { readonly numbers: readonly string[] }) {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const { numbers } = props;
  const [isOpen, setIsOpen] = useState(false);
  // The page is shown again after a call: a test is over.
  useEffect(() => alerts.clear(TEST_NOTICE), [alerts]);
  const [number = ''] = numbers;
  const isOne = numbers.length === 1;
  const words = isOne ? t('emergency.number', { number }) : t('emergency.title');
  const all = t('emergency.number', { number: numbers.join(', ') });
  // In the tab bar, and beside the menu of most windows, there is room for a short word only.
  const short = isOne && number.length <= SHORT ? number : 'SOS';
  const name = short === number ? all : `${short} ${all}`;
  const common = {
    type: 'button',
    'aria-label': name,
    'aria-haspopup': 'dialog',
    onClick: () => setIsOpen(true),
  } as const;
  return (
    <>
      {props.place === 'header' ? (
        <button {...common} className={styles.button}>
          <Icon name="warning" size="1.25em" />
          <bdi className={styles.long}>{words}</bdi>
          <bdi className={styles.short}>{short}</bdi>
        </button>
      ) : (
        <li className={props.looks.cell}>
          <button {...common} className={`${props.looks.tab} ${styles.tab}`}>
            <span className={props.looks.icon}>
              <Icon name="warning" />
            </span>
            <span className={props.looks.words}>{short}</span>
          </button>
        </li>
      )}
      {isOpen ? <EmergencyDialog numbers={numbers} onClose={() => setIsOpen(false)} /> : undefined}
    </>
  );
}
