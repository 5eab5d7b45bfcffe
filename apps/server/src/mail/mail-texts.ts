import { ar } from './texts/ar.ts';
import { da } from './texts/da.ts';
import { de } from './texts/de.ts';
import type { MailTexts } from './texts/en.ts';
import { en } from './texts/en.ts';
import { fi } from './texts/fi.ts';
import { fr } from './texts/fr.ts';
import { nl } from './texts/nl.ts';
import { no } from './texts/no.ts';
import { sv } from './texts/sv.ts';
import { th } from './texts/th.ts';

const catalogue = { en, sv, da, nl, fi, de, th, ar, fr, no } as const satisfies Record<string, MailTexts>;

/** The two-letter code of a language tag; Bokmål and Nynorsk share one (I18N-02, I18N-03). */
function letters(language: string): string {
  const [first = ''] = language.trim().toLowerCase().split(/[-_]/);
  return first === 'nb' || first === 'nn' ? 'no' : first;
}

/** @param language a language tag such as `sv-FI`; English is used for an unknown one */
export function mailTextsFor(language: string | undefined): MailTexts {
  const wanted = letters(language ?? '');
  return Object.entries(catalogue).find(([name]) => name === wanted)?.[1] ?? en;
}
