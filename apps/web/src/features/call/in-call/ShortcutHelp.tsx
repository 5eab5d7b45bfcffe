import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { ariaOf, type CallShortcut, shortcuts } from './call-shortcuts.ts';
import styles from './ShortcutHelp.module.css';

/** For each shortcut, the label of the button that does the same. */
const shortcutNames = {
  microphone: 'toolbar.microphone',
  ownCamera: 'toolbar.owncamera',
  text: 'toolbar.text',
  dialpad: 'toolbar.dialpad',
  hold: 'toolbar.hold',
  share: 'screen.share',
  secondCall: 'toolbar.shortcut.second',
  knock: 'toolbar.knock',
  copy: 'text.copy',
  hangUp: 'toolbar.hangup',
} as const satisfies Readonly<Record<CallShortcut, TextKey>>;

export type ShortcutHelpProps = {
  /** The user may hold this call; else its shortcut is not listed. */
  readonly canHold?: boolean;
  /** The user may share their screen; else its shortcut is not listed. */
  readonly canShare?: boolean;
  /** A second caller may ring during the call (decision D85). */
  readonly canHaveSecond?: boolean;
  readonly onClose: () => void;
};

/** Dialog that lists the keyboard shortcuts of a call. */
export function ShortcutHelp({
  canHold = false,
  canShare = false,
  canHaveSecond = false,
  onClose,
}: ShortcutHelpProps) {
  const { t } = useTranslation();
  const rows = [
    ...shortcuts
      .filter(
        (shortcut) =>
          (shortcut !== 'hold' || canHold) &&
          (shortcut !== 'share' || canShare) &&
          (shortcut !== 'secondCall' || canHaveSecond),
      )
      .map((shortcut) => [ariaOf(shortcut), t(shortcutNames[shortcut])] as const),
    ['0 … 9 * #', t('toolbar.shortcut.digits')],
    [t('toolbar.shortcut.arrow_keys'), t('toolbar.shortcut.arrows')],
    ['+ −', t('toolbar.shortcut.size')],
    ['Esc', t('toolbar.shortcut.escape')],
  ] as const;
  return (
    <Dialog
      title={t('toolbar.shortcuts')}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('common.close')}
        </Button>
      }
      onCancel={onClose}
    >
      <dl className={styles.list}>
        {rows.map(([keys, what]) => (
          <div key={keys} className={styles.row}>
            <dt>
              <kbd className={styles.keys}>
                <bdi>{keys}</bdi>
              </kbd>
            </dt>
            <dd className={styles.what}>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
