import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../ui/styles/tokens.css';
import { contrastOf } from '../client/calling/contrast.ts';
import styles from '../features/call/frame/stage.module.css';

const surfaces = [
  '--surface',
  '--surface-raised',
  '--surface-sunken',
  '--accent-soft',
  '--danger-soft',
  '--success-soft',
];

test.each(['light', 'dark', 'contrast'])(
  'WCAG 1.4.3 the texts of a call are readable on every background in the theme %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    onTestFinished(() => void delete document.documentElement.dataset.theme);
    const { container } = await render(<div className={styles.stage} />);
    const stage = getComputedStyle(container.firstElementChild ?? container);
    const colour = (name: string) => stage.getPropertyValue(name).trim();
    const faint = surfaces.flatMap((behind) =>
      ['--text', '--text-muted']
        .map((words) => ({ behind, words, ratio: contrastOf(colour(words), colour(behind)) }))
        .filter(({ ratio }) => ratio < 4.5),
    );
    expect(faint).toEqual([]);
  },
);
