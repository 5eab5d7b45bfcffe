import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useDevices } from '../../client/hooks/use-client.ts';
import { deviceFailureWords } from '../../client/media/device-failure-words.ts';
import type { DeviceServices, Trial } from '../../client/ports/device-ports.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { Card } from '../../ui/page/Card.tsx';
import { CameraTrial } from './CameraTrial.tsx';
import { DeviceSelect } from './DeviceSelect.tsx';
import styles from './DeviceSettings.module.css';
import { MicrophoneTrial } from './MicrophoneTrial.tsx';
import { TestSound } from './TestSound.tsx';

export type DeviceSettingsProps = { readonly hasTestPage: boolean };

/** Page to choose camera, microphone and speakers for calls. This browser saves each choice immediately. */
export default function DeviceSettings({ hasTestPage }: DeviceSettingsProps) {
  const { t } = useTranslation();
  const devices = useDevices();
  if (devices === undefined) return <Alert type="danger">{t('devices.insecure')}</Alert>;
  return <Choice devices={devices} hasTestPage={hasTestPage} />;
}

function Choice({ devices, hasTestPage }: DeviceSettingsProps & { readonly devices: DeviceServices }) {
  const { t } = useTranslation();
  const [isTrying, setIsTrying] = useState(false);
  // This cleanup also runs when a call hides this page: the test does not go on after the call.
  useEffect(() => () => setIsTrying(false), []);
  const hasNames = useStore(devices.list.devices).some(({ label }) => label !== '');
  return (
    <div className={styles.page}>
      <p className={styles.hint}>{t('devices.saved')}</p>
      {hasNames ? undefined : <Alert type="info">{t('devices.permission')}</Alert>}
      <Card className={styles.group}>
        <DeviceSelect devices={devices} use="camera" />
        <DeviceSelect devices={devices} use="microphone" />
        <Button icon={isTrying ? 'close' : 'camera'} onPress={() => setIsTrying(!isTrying)}>
          {isTrying ? t('devices.stop') : t(hasNames ? 'devices.try' : 'devices.allow')}
        </Button>
        {isTrying ? <Trials devices={devices} /> : undefined}
      </Card>
      <Card className={styles.group}>
        {devices.sinks.canChoose ? (
          <DeviceSelect devices={devices} use="speaker" />
        ) : (
          <p>{t('devices.no_speaker_choice')}</p>
        )}
        <TestSound sink="speaker" />
        {devices.sinks.canChoose ? <DeviceSelect devices={devices} use="ringer" /> : undefined}
        <TestSound sink="ringer" />
      </Card>
      {hasTestPage ? (
        <p>
          <Link href="/test">{t('devices.open_test')}</Link>
        </p>
      ) : undefined}
    </div>
  );
}

function Trials({ devices }: { readonly devices: DeviceServices }) {
  const { t } = useTranslation();
  const [camera, setCamera] = useState<Trial<unknown>>();
  const [microphone, setMicrophone] = useState<Trial<unknown>>();
  const failures = new Set(
    [camera, microphone].flatMap((trial) => (trial?.ok === false ? [trial.failure] : [])),
  );
  return (
    <>
      {[...failures].map((failure) => (
        <Alert key={failure} type="danger">
          {t(deviceFailureWords[failure])}
        </Alert>
      ))}
      <CameraTrial devices={devices} onResult={useCallback((trial) => setCamera(trial), [])} />
      <MicrophoneTrial devices={devices} onResult={useCallback((trial) => setMicrophone(trial), [])} />
    </>
  );
}
