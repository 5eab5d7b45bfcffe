import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { emergencyNumbersOf } from '../../client/calling/client-settings.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';
import type { ToolbarButtonProps } from '../../ui/buttons/ToolbarButton.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useIsNarrow } from '../../ui/page/use-is-narrow.ts';
import { AskedQuestion } from './AskedQuestion.tsx';
import styles from './Emergency.module.css';
import { question } from './question.ts';
import { TEST_NOTICE } from './use-emergency-call.ts';
import { useStickyTabs } from './use-sticky-tabs.ts';

/** `Button` is given, because the toolbar has loaded it already. */
type InToolbar = {
  readonly Button: ComponentType<ToolbarButtonProps>;
  readonly onPress: (() => void) | undefined;
};

export type EmergencyProps =
  /** The question, which stays over pages and calls. */
  | { readonly place: 'question' }
  /** The button on the screen of a call that rings, is being set up or has ended. */
  | { readonly place: 'call' }
  /** The button among those of the toolbar of a call. */
  | ({ readonly place: 'toolbar' } & InToolbar)
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
  if (props.place === 'question') return <AskedQuestion />;
  if (state.phase !== 'signedIn') return undefined;
  const numbers = [...new Set(emergencyNumbersOf(state.settings))];
  if (numbers.length === 0) return undefined;
  if (props.place === 'call') return <ButtonInCall numbers={numbers} />;
  if (props.place === 'toolbar') return <ButtonInToolbar {...props} numbers={numbers} />;
  const isInTabs = isNarrow && isSticky;
  const isHere = props.place === 'tabs' ? isInTabs : !(isInTabs && props.hasTabs);
  return isHere ? <EmergencyButton {...props} numbers={numbers} /> : undefined;
}

type Numbers = { readonly numbers: readonly string[] };

/** The words of the button, and what it has in common in every place. */
function useButton({ numbers }: Numbers) {
  const { t } = useTranslation();
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
    onClick: () => question.set({ numbers }),
  } as const;
  return { words, short, all, common };
}

/** In a corner, so that it is not pressed in place of the answer to a call. */
function ButtonInCall(props: Numbers) {
  const { short, common } = useButton(props);
  return (
    <button {...common} className={`${styles.button} ${styles.inCall}`}>
      <Icon name="warning" size="1.25em" />
      <bdi>{short}</bdi>
    </button>
  );
}

function ButtonInToolbar({ numbers, Button, onPress }: Numbers & InToolbar) {
  const { all, common } = useButton({ numbers });
  function press(): void {
    onPress?.();
    common.onClick();
  }
  return <Button label={all} icon="warning" aria-haspopup="dialog" onPress={press} />;
}

type InPagesProps = Extract<EmergencyProps, { place: 'header' | 'tabs' }>;

function EmergencyButton(props: InPagesProps & Numbers) {
  const { alerts } = useAppServices();
  const { words, short, common } = useButton(props);
  // The page is shown again after a call: a test is over.
  useEffect(() => alerts.clear(TEST_NOTICE), [alerts]);
  return props.place === 'header' ? (
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
  );
}
