import { DO_NOT_DISTURB } from '@samtal/api-contract';
import { type ClientState, isEmergency } from '@samtal/call-core';
import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { dateLocale } from '../../client/format/time.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { ClientContext, useClient } from '../../client/hooks/use-client.ts';
import { useFeature } from '../../client/hooks/use-feature.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts';
import { Banner } from '../../ui/notices/Banner.tsx';
import { useDoNotDisturb } from './use-do-not-disturb.ts';

/** Whether the user calls for help at this moment. */
const callsForHelp = ({ call, settings }: ClientState): boolean =>
  call.phase === 'calling' && isEmergency(call.call.remoteUser.address, settings?.emergencyNumbers ?? []);

/** The time of a moment of today, else its day and time. */
function endWords(until: number, locale: string): string {
  const isToday = new Date(until).toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(locale, { ...day, timeStyle: 'short' }).format(until);
}

/**
 * Says on every page that calls do not ring (decision D86). An emergency call ends that, so that a call back
 * rings from whatever address it comes (RFC 6443 §13).
 */
export function DoNotDisturbNotice({ isInCall }: { readonly isInCall: boolean }) {
  const { settingsEditor } = useAppServices();
  const current = useDoNotDisturb();
  const isForHelp = useClient(callsForHelp);
  const isEnding = isForHelp && current !== undefined;
  useEffect(() => {
    if (isEnding) void settingsEditor.saveOne(DO_NOT_DISTURB, 'off');
  }, [isEnding, settingsEditor]);
  const history = use(ClientContext)?.history;
  const isQuiet = current !== undefined;
  // The server alone knows who has called meanwhile.
  useEffect(() => (isQuiet ? () => void history?.recent.load() : undefined), [isQuiet, history]);
  return current === undefined || isInCall ? undefined : <Words until={current.until} />;
}

function Words({ until }: { readonly until: number | undefined }) {
  const { t, i18n } = useTranslation();
  const hasContacts = useFeature('contacts');
  const hasStars = useFeature('peopleFirst');
  const time = until && endWords(until, dateLocale(i18n.language, navigator.languages));
  return (
    <Banner type="info" action={<TurnOff />}>
      {time ? t('quiet.on_until', { time }) : t('quiet.on')}{' '}
      {hasContacts && hasStars ? t('quiet.except_favourites') : t('quiet.no_ring')}
    </Banner>
  );
}

function TurnOff() {
  const { t } = useTranslation();
  const { settingsEditor } = useAppServices();
  return (
    <span {...useFocusReturn()}>
      <Button onPress={() => void settingsEditor.saveOne(DO_NOT_DISTURB, 'off')}>
        {t('quiet.turn_off')}
      </Button>
    </span>
  );
}
