import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from './message.ts';

/** Returns a function that translates a message into the language of the page. */
export function useMessage(): (message: Message) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ key, name, detail, hint }) => {
      const words = t(key, { name });
      const text = detail === undefined ? words : `${words} ${detail}`;
      return hint === undefined ? text : `${text}. ${t(hint)}`;
    },
    [t],
  );
}
