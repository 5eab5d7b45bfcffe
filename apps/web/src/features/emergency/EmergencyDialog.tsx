import { EMERGENCY_ADDRESS, emergencyAddressOf } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendsLocation } from '../../client/calling/client-settings.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient } from '../../client/hooks/use-client.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { RadioGroup } from '../../ui/fields/RadioGroup.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { addressLine } from './address-line.ts';
import styles from './Emergency.module.css';
import { EndingCalls } from './EndingCalls.tsx';
import { howFor, testNumberIn } from './emergency-calls.ts';
import type { Question } from './question.ts';
import { useEmergencyCall } from './use-emergency-call.ts';
import { useStayAbove } from './use-stay-above.ts';

export type EmergencyDialogProps = Question & { readonly onClose: () => void };

const settingsIn = ({ settings }: ClientState) => settings;

/**
 * Asks before an emergency call: the number, how to call, and what can be expected. Neither the press that opened it
 * nor a repeated key calls: the focus is on the words, and a press in the first moment is ignored.
 */
export function EmergencyDialog({ numbers, target, how: first = 'all', onClose }: EmergencyDialogProps) {
  const { t } = useTranslation();
  const { session, brand } = useAppServices();
  const state = useStore(session.state);
  const client = useClient(settingsIn);
  const [chosen, setHow] = useState(first);
  const choices = client === undefined ? [] : howFor(client);
  const how = choices.includes(chosen) ? chosen : 'all';
  const { isOffline, isBusy, waitingFor, isReady, press } = useEmergencyCall(how, onClose);
  const intro = useRef<HTMLParagraphElement>(null);
  useEffect(() => intro.current?.focus(), []);
  useStayAbove(intro);
  if (state.phase !== 'signedIn') return undefined;
  const { features, settings } = state;
  // A test is not worth the end of another call.
  const test = isBusy ? undefined : testNumberIn(settings, client);
  const address = features.emergency ? emergencyAddressOf(settings[EMERGENCY_ADDRESS]) : undefined;
  const [only = ''] = numbers;
  return (
    <Dialog
      title={numbers.length === 1 ? t('emergency.ask', { number: only }) : t('emergency.ask_which')}
      role="alertdialog"
      hasStickyActions
      onCancel={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          {numbers.map((number) => (
            <Button
              key={number}
              kind="danger"
              icon="phone"
              isBusy={!isReady || waitingFor === number}
              onPress={() => press({ number, target, isTest: false })}
            >
              {t('emergency.call', { number })}
            </Button>
          ))}
        </>
      }
    >
      <div className={styles.body}>
        <p ref={intro} tabIndex={-1} className={styles.intro}>
          {t('emergency.intro')}
        </p>
        <EndingCalls />
        {isOffline ? (
          <Alert type="danger">
            {waitingFor === undefined
              ? t('emergency.offline')
              : t('emergency.waiting', { number: waitingFor })}
          </Alert>
        ) : undefined}
        {choices.length > 1 ? (
          <RadioGroup
            label={t('emergency.how')}
            value={how}
            options={choices.map((value) => ({
              value,
              label: t(`emergency.how_${value}`),
              // Only that of the choice in effect, so that the words below stay in sight.
              ...(value === how && (value === 'silent' || value === 'text')
                ? { description: t(`emergency.hint_${value}`) }
                : {}),
            }))}
            onChange={setHow}
          />
        ) : undefined}
        <ul className={styles.notes}>
          <li>
            {sendsLocation(features, settings) ? t('emergency.position') : t('emergency.no_position')}
            {address !== undefined && sendsLocation(features, settings) ? (
              <>
                {' '}
                {t('emergency.address')} <bdi>{addressLine(address)}</bdi>
              </>
            ) : undefined}
          </li>
          <li>{t('emergency.otherwise')}</li>
          <li>{t('emergency.where', { name: brand.name })}</li>
        </ul>
        {test === undefined ? undefined : (
          <section className={styles.test} aria-labelledby="emergency-test">
            <h3 id="emergency-test">{t('emergency.test')}</h3>
            <p>{t('emergency.test_words', { number: test })}</p>
            <Button
              icon="check"
              isBusy={!isReady || waitingFor === test}
              onPress={() => press({ number: test, isTest: true })}
            >
              {t('emergency.test')}
            </Button>
          </section>
        )}
      </div>
    </Dialog>
  );
}
