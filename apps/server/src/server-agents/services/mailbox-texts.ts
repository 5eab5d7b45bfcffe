import { type Language, languageOf } from '@samtal/api-contract';

/** The first sentence of the greeting, in the languages of the web app; `{name}` is the owner. */
const sentences: Readonly<Record<Language, string>> = {
  ar: 'لقد وصلت إلى صندوق رسائل {name}.',
  da: 'Du er kommet til {name}s postkasse.',
  de: 'Sie haben den Anrufbeantworter von {name} erreicht.',
  en: 'You have reached the mailbox of {name}.',
  fi: 'Olet tavoittanut vastaajan: {name}.',
  fr: 'Vous êtes sur la messagerie de {name}.',
  nl: 'U bent verbonden met de voicemail van {name}.',
  no: 'Du er kommet til postkassen til {name}.',
  sv: 'Du har kommit till brevlådan för {name}.',
  th: 'คุณได้ติดต่อกล่องข้อความของ {name}',
};

/** The first sentence of a mailbox, in its owner's language or in English. */
export const mailboxSentence = (name: string, language: string | undefined): string =>
  sentences[languageOf(language ?? '')].replace('{name}', () => name);
