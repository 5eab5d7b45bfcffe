import '../../ui/icons/quiet-shapes.ts';
import { DO_NOT_DISTURB } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { MenuButton, type MenuEntry } from '../../ui/menu/MenuButton.tsx';
import { VisuallyHidden } from '../../ui/page/VisuallyHidden.tsx';
import { useDoNotDisturb } from './use-do-not-disturb.ts';

const HOUR_MS = 60 * 60 * 1000;

/** How many hours calls may not ring, beside "until I turn it off". */
const times = [
  { words: 'quiet.hour', hours: 1 },
  { words: 'quiet.night', hours: 8 },
] as const;

export type DoNotDisturbMenuProps = {
  readonly className?: string | undefined;
  /** The words are shown beside the icon. */
  readonly hasWords?: boolean;
};

/** A menu button that chooses whether calls ring, and for how long they do not (decision D86). */
export function DoNotDisturbMenu({ className, hasWords = false }: DoNotDisturbMenuProps) {
  const { t } = useTranslation();
  const { settingsEditor } = useAppServices();
  const current = useDoNotDisturb();
  const isOn = current !== undefined;
  const choose = (value: string): void => void settingsEditor.saveOne(DO_NOT_DISTURB, value);
  const choices: readonly MenuEntry[] = [
    { key: 'off', label: t('quiet.ring'), isChosen: !isOn, onSelect: () => choose('off') },
    {
      key: 'on',
      label: t('quiet.always'),
      isChosen: isOn && current.until === undefined,
      onSelect: () => choose('on'),
    },
    ...times.map(({ words, hours }) => ({
      key: words,
      label: t(words),
      isChosen: false,
      onSelect: () => choose(String(Date.now() + hours * HOUR_MS)),
    })),
  ];
  const state = isOn ? t('quiet.is_on') : t('quiet.is_off');
  return (
    <MenuButton label={t('quiet.name')} groups={[choices]} className={className}>
      <Icon name={isOn ? 'moon' : 'bell'} />
      {hasWords ? <span>{t('quiet.name')}</span> : undefined}
      <VisuallyHidden>{hasWords ? `: ${state}` : `${t('quiet.name')}: ${state}`}</VisuallyHidden>
    </MenuButton>
  );
}
