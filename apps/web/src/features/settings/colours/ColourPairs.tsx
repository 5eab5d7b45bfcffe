import { useTranslation } from 'react-i18next';
import { type ColourName, colourCodes } from '../../../client/calling/text-look.ts';
import { useFeature } from '../../../client/hooks/use-feature.ts';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import { useEdit } from '../use-edit.ts';
import styles from './ColourPairs.module.css';
import { type ColourPair, colourKeys, hasPair, readyPairs } from './colour-pairs.ts';

const ofPage: ColourPair = { text: 'theme', background: 'theme' };
const codeOf = (name: ColourName | 'theme', ofTheme: string): string =>
  name === 'theme' ? ofTheme : colourCodes[name];
const valueOf = ({ text, background }: ColourPair): string => `${text}-${background}`;

/** One press gives all text of calls two colours that are easy to read together. */
export function ColourPairs() {
  const { t } = useTranslation();
  const { values, change } = useEdit();
  const pairs = [...(useFeature('textFollowsTheme') ? [ofPage] : []), ...readyPairs];
  const chosen = pairs.find((pair) => hasPair(values, pair));
  const options = pairs.map((pair) => ({
    value: valueOf(pair),
    label:
      pair.text === 'theme' || pair.background === 'theme'
        ? t('colours.theme')
        : t('settings.pair', {
            text: t(`colours.${pair.text}`),
            background: t(`colours.${pair.background}`),
          }),
    sign: (
      <span
        className={styles.letters}
        style={{
          color: codeOf(pair.text, 'var(--text)'),
          background: codeOf(pair.background, 'var(--surface-raised)'),
        }}
      >
        {t('settings.pair_letters')}
      </span>
    ),
  }));
  function choose(value: string): void {
    const pair = pairs.find((one) => valueOf(one) === value);
    if (pair === undefined) return;
    for (const [textKey, backgroundKey] of colourKeys) {
      change(textKey, pair.text);
      change(backgroundKey, pair.background);
    }
  }
  return (
    <Card>
      <RadioGroup
        label={t('settings.pairs')}
        value={chosen === undefined ? '' : valueOf(chosen)}
        options={options}
        onChange={choose}
        look="tiles"
      />
    </Card>
  );
}
