import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from './message.ts';

/** Puts messages into the language of the page. */
export function useMessage(): (message: Message) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ key, detail, hint }) => {
      const text = detail === undefined ? t(key) : `${t(key)} ${detail}`;
      return hint === undefined ? text : `${text}. ${t(hint)}`;
    },
    [t],
  );
}
