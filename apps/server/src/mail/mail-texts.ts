import { type Language, languageOf } from '@samtal/api-contract';
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

const catalogue: Readonly<Record<Language, MailTexts>> = { en, sv, da, nl, fi, de, th, ar, fr, no };

/** @param language a language tag such as `sv-FI`; English is used for an unknown one */
export const mailTextsFor = (language: string | undefined): MailTexts =>
  catalogue[languageOf(language ?? '')];
