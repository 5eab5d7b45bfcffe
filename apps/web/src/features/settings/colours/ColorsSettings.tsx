import { WEB_SETTINGS, type WebSettingKey } from '@samtal/api-contract';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { betterPair } from '../../../client/calling/contrast.ts';
import { coloursOf } from '../../../client/calling/text-colours.ts';
import { type ColourName, colourCodes, textLookOf } from '../../../client/calling/text-look.ts';
import { useFeature } from '../../../client/hooks/use-feature.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { useEdit } from '../use-edit.ts';
import styles from './ColorsSettings.module.css';
import { ColourPairs } from './ColourPairs.tsx';

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

/** Colours of the text in calls, first ready pairs, then each by itself with a preview (SET-07, -08, -09, -15). */
export function ColorsSettings() {
  return (
    <SettingsForm>
      <ColourPairs />
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
  const followsTheme = useFeature('textFollowsTheme');
  const text = colourOf(values[textKey], WEB_SETTINGS[textKey].initial, followsTheme);
  const background = colourOf(values[backgroundKey], WEB_SETTINGS[backgroundKey].initial, followsTheme);
  const isChosen = text !== 'theme' && background !== 'theme';
  const better = isChosen ? betterPair({ text, background }, colourCodes) : undefined;
  const shown = isChosen
    ? { text: colourCodes[text], surface: colourCodes[background] }
    : coloursOf({ text, surface: background }, ['white', 'black'], { codes: colourCodes, followsTheme });
  const colours = { '--sample-text': shown.text, '--sample-surface': shown.surface };
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
          hasTheme={followsTheme}
          onChange={(value) => change(textKey, value)}
        />
        <ColourChoice
          label={t('settings.background')}
          value={background}
          hasTheme={followsTheme}
          onChange={(value) => change(backgroundKey, value)}
        />
      </section>
    </Card>
  );
}

type Choice = ColourName | 'theme';

type ColourChoiceProps = {
  readonly label: string;
  readonly value: Choice;
  /** The colour of the page can be chosen too. */
  readonly hasTheme: boolean;
  readonly onChange: (value: Choice) => void;
};

function ColourChoice({ label, value, hasTheme, onChange }: ColourChoiceProps) {
  const { t } = useTranslation();
  const ofPage = {
    value: 'theme' as const,
    label: t('colours.theme'),
    sign: <span className={styles.swatch} data-theme-colour />,
  };
  const colours = colourNames.map((name) => ({
    value: name,
    label: t(`colours.${name}`),
    sign: <span className={styles.swatch} style={custom({ '--swatch': colourCodes[name] })} />,
  }));
  const options: readonly { value: Choice; label: string; sign: ReactNode }[] = hasTheme
    ? [ofPage, ...colours]
    : colours;
  return <RadioGroup label={label} value={value} options={options} onChange={onChange} look="swatches" />;
}

const colourNames = Object.keys(colourCodes) as readonly ColourName[];

function colourOf(value: string | undefined, initial: ColourName, hasTheme: boolean): Choice {
  if (hasTheme && value === 'theme') return 'theme';
  return colourNames.find((name) => name === value) ?? initial;
}
