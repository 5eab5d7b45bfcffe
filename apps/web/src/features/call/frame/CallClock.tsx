import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationWords } from '../../../client/format/time.ts';

/** Shows the duration of the call. `since`: its start, in milliseconds since the epoch. */
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
