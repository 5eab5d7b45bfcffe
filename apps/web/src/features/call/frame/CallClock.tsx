import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationWords } from '../../../client/format/time.ts';

/** Duration of the call; `since` in milliseconds since the epoch. */
export function CallClock({ since }: { readonly since: number }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const time = durationWords(now - since);
  return (
    <span role="timer" aria-label={t('call.duration', { time })}>
      <bdi>{time}</bdi>
    </span>
  );
}
