import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useDevices } from '../../client/hooks/use-client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import styles from './TestPage.module.css';
import { TestRun } from './TestRun.tsx';

export type TestPageProps = { readonly hasDevicesPage: boolean; readonly hasSelfCheck: boolean };

/** Tests everything that a call needs. Devices are open only while a test runs. */
export default function TestPage({ hasDevicesPage, hasSelfCheck }: TestPageProps) {
  const { t } = useTranslation();
  const devices = useDevices();
  const [run, setRun] = useState(0);
  const [isOver, setIsOver] = useState(false);
  // This cleanup also runs when a call hides this page: the test does not go on after the call.
  useEffect(() => () => setRun(0), []);
  if (devices === undefined) return <Alert type="danger">{t('devices.insecure')}</Alert>;
  return (
    <div className={styles.page}>
      <h1>{t('test.title')}</h1>
      <p>{t('test.intro')}</p>
      <div className={styles.buttons}>
        <Button kind="primary" size="large" onPress={() => setRun(Math.abs(run) + 1)}>
          {t(run === 0 ? 'test.start' : 'test.again')}
        </Button>
        {run > 0 ? (
          <Button size="large" onPress={() => setRun(-run)}>
            {t(isOver ? 'test.close' : 'test.stop')}
          </Button>
        ) : undefined}
        {hasDevicesPage ? <Link href="/settings/devices">{t('settings.devices')}</Link> : undefined}
        {hasSelfCheck ? <Link href="/selfcheck">{t('selfcheck.title')}</Link> : undefined}
      </div>
      {run > 0 ? <TestRun key={run} devices={devices} onOver={setIsOver} /> : undefined}
    </div>
  );
}
