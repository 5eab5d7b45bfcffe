import { WEB_SETTINGS } from '@samtal/api-contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TEXT_SPACINGS } from '../../../client/calling/text-spacings.ts';
import { useTextLook } from '../../../client/hooks/use-text-look.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { useEdit } from '../use-edit.ts';
import styles from './TextFormatSettings.module.css';
import { TextPreview } from './TextPreview.tsx';

/** The label of each font, which is the same in every language (SET-14, A-099). */
const fontLabels = {
  times: 'Times New Roman',
  arial: 'Arial, Helvetica',
  trebuchet: 'Trebuchet MS',
  lucida: 'Lucida Sans Unicode',
  verdana: 'Verdana',
  comicsans: 'Comic Sans',
  couriernew: 'Courier New',
} as const satisfies Record<(typeof WEB_SETTINGS.WEB_FONT.values)[number], string>;

/**
 * Letters, layout and spacing of the text in calls (SET-16, decision D42), what is changed most first: the settings
 * that the tools of a call change too.
 */
export function TextFormatSettings() {
  const { t } = useTranslation();
  const { values, change } = useEdit();
  return (
    <SettingsForm>
      <Card className={styles.format}>
        <Group title={t('settings.letters')}>
          <SelectField
            label={t('settings.fontsize')}
            value={valueIn(WEB_SETTINGS.WEB_TEXT_SIZE, values['WEB_TEXT_SIZE'])}
            options={WEB_SETTINGS.WEB_TEXT_SIZE.values.map((value) => ({ value, label: value }))}
            onChange={(value) => change('WEB_TEXT_SIZE', value)}
          />
          <SelectField
            label={t('settings.font')}
            value={valueIn(WEB_SETTINGS.WEB_FONT, values['WEB_FONT'])}
            options={WEB_SETTINGS.WEB_FONT.values.map((value) => ({ value, label: fontLabels[value] }))}
            onChange={(value) => change('WEB_FONT', value)}
          />
          <Checkbox
            label={t('text.bold')}
            isChecked={values['WEB_TEXT_BOLD'] === 'true'}
            onChange={(isBold) => change('WEB_TEXT_BOLD', String(isBold))}
          />
        </Group>
        <RadioGroup
          label={t('settings.layout')}
          value={values['WEB_CHAT_LAYOUT'] ?? WEB_SETTINGS.WEB_CHAT_LAYOUT.initial}
          options={[
            { value: 'over/under', label: t('settings.overunder'), sign: <LayoutSign name="overUnder" /> },
            {
              value: 'side by side',
              label: t('settings.sidebyside'),
              sign: <LayoutSign name="sideBySide" />,
            },
            { value: 'one box', label: t('settings.onebox'), sign: <LayoutSign name="oneBox" /> },
          ]}
          onChange={(value) => change('WEB_CHAT_LAYOUT', value)}
          look="tiles"
        />
        <Group title={t('settings.spacing')}>
          {TEXT_SPACINGS.map(([key, words]) => (
            <SelectField
              key={key}
              label={t(words)}
              value={valueIn(WEB_SETTINGS[key], values[key])}
              options={WEB_SETTINGS[key].values.map((value) => ({
                value,
                label: t(`text.spacing.${value}`),
              }))}
              onChange={(value) => change(key, value)}
            />
          ))}
        </Group>
      </Card>
      <TextPreview look={useTextLook(values)} />
    </SettingsForm>
  );
}

type GroupProps = { readonly title: string; readonly children: ReactNode };

/** Settings of one kind, under their heading. */
const Group = ({ title, children }: GroupProps) => (
  <fieldset className={styles.group}>
    <legend>{title}</legend>
    <div className={styles.fields}>{children}</div>
  </fieldset>
);

function valueIn<Value extends string>(
  { values, initial }: { readonly values: readonly Value[]; readonly initial: Value },
  value: string | undefined,
): Value {
  return values.find((candidate) => candidate === value) ?? initial;
}

/** A drawing of a layout: its boxes of text. */
function LayoutSign({ name }: { readonly name: 'overUnder' | 'sideBySide' | 'oneBox' }) {
  return (
    <span className={styles.sign} data-layout={name}>
      <span />
      {name === 'oneBox' ? undefined : <span />}
    </span>
  );
}
