import { WEB_SETTINGS, type WebSettingKey } from '@samtal/api-contract';
import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ColourName, colourCodes, textLookOf } from '../../client/calling/text-look.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { RadioGroup } from '../../ui/fields/RadioGroup.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Card } from '../../ui/page/Card.tsx';
import styles from './ColorsSettings.module.css';
import { betterPair } from './contrast.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { useEdit } from './use-edit.ts';

const texts = [
  {
    name: 'incoming',
    textKey: 'WEB_TEXT_IN_COLOR',
    backgroundKey: 'WEB_TEXTAREA_IN_BACKGROUND',
    sample: 'settings.sample_incoming',
  },
  {
    name: 'own',
    textKey: 'WEB_TEXT_OUT_COLOR',
    backgroundKey: 'WEB_TEXTAREA_OUT_BACKGROUND',
    sample: 'settings.sample_own',
  },
  {
    name: 'shared',
    textKey: 'WEB_ONEBOX_TEXT_COLOR',
    backgroundKey: 'WEB_ONEBOX_TEXT_BACKGROUND_COLOR',
    sample: 'settings.sample_incoming',
  },
] as const satisfies readonly {
  textKey: WebSettingKey;
  backgroundKey: WebSettingKey;
  [other: string]: string;
}[];

type Text = (typeof texts)[number];

/** Colours of the text in calls, with a preview (SET-07, -08, -09, -15). */
export function ColorsSettings() {
  return (
    <SettingsForm>
      {texts.map((text) => (
        <TextColors key={text.name} {...text} />
      ))}
    </SettingsForm>
  );
}

const custom = (properties: Readonly<Record<`--${string}`, string>>): CSSProperties => properties;

function TextColors({ name, textKey, backgroundKey, sample }: Text) {
  const { t } = useTranslation();
  const { values, change } = useEdit();
  const heading = useRef<HTMLHeadingElement>(null);
  const text = colourOf(values[textKey], WEB_SETTINGS[textKey].initial);
  const background = colourOf(values[backgroundKey], WEB_SETTINGS[backgroundKey].initial);
  const better = betterPair({ text, background }, colourCodes);
  const colours = { '--sample-text': colourCodes[text], '--sample-surface': colourCodes[background] };
  return (
    <Card>
      <section className={styles.text} aria-labelledby={`colors-${name}`}>
        <h2 ref={heading} id={`colors-${name}`} tabIndex={-1}>
          {t(`settings.${name}`)}
        </h2>
        <figure
          className={styles.preview}
          aria-label={t('settings.preview')}
          style={{ ...textLookOf(values).style, ...custom(colours) }}
        >
          {t(sample)}
        </figure>
        <output className={styles.advice}>
          {better === undefined ? undefined : (
            <>
              <span className={styles.warning}>
                <Icon name="warning" />
                <span>{t('settings.hard_to_read')}</span>
              </span>
              <Button
                onPress={() => {
                  change(textKey, better.text);
                  change(backgroundKey, better.background);
                  // The button disappears with the advice, so the focus goes to the heading.
                  heading.current?.focus();
                }}
              >
                {t('settings.suggest', {
                  text: t(`colours.${better.text}`),
                  background: t(`colours.${better.background}`),
                })}
              </Button>
            </>
          )}
        </output>
        <ColourChoice
          label={t('settings.textcolor')}
          value={text}
          onChange={(value) => change(textKey, value)}
        />
        <ColourChoice
          label={t('settings.background')}
          value={background}
          onChange={(value) => change(backgroundKey, value)}
        />
      </section>
    </Card>
  );
}

type ColourChoiceProps = {
  readonly label: string;
  readonly value: ColourName;
  readonly onChange: (value: ColourName) => void;
};

function ColourChoice({ label, value, onChange }: ColourChoiceProps) {
  const { t } = useTranslation();
  const options = WEB_SETTINGS.WEB_TEXT_IN_COLOR.values.map((name) => ({
    value: name,
    label: t(`colours.${name}`),
    sign: <span className={styles.swatch} style={custom({ '--swatch': colourCodes[name] })} />,
  }));
  return <RadioGroup label={label} value={value} options={options} onChange={onChange} look="swatches" />;
}

function colourOf(value: string | undefined, initial: ColourName): ColourName {
  return WEB_SETTINGS.WEB_TEXT_IN_COLOR.values.find((name) => name === value) ?? initial;
}
