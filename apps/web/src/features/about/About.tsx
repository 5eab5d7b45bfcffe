import type { ClientState } from '@samtal/call-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient } from '../../client/hooks/use-client.ts';
import { useFeature } from '../../client/hooks/use-feature.ts';
import { useStore } from '../../client/store/store.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FactList } from '../../ui/lists/FactList.tsx';
import { Card } from '../../ui/page/Card.tsx';
import styles from './About.module.css';
import { systemInformation } from './system-information.ts';

const serverOf = ({ connection, settings }: ClientState) =>
  'server' in connection ? connection.server : settings?.servers[0];

/** Facts about program, server and user, to read out to a help desk or to copy (SET-21, ROUTE-09). */
export function About() {
  const { t } = useTranslation();
  const { session, brand, version, commit } = useAppServices();
  const state = useStore(session.state);
  const server = useClient(serverOf);
  const canCheck = useFeature('conformanceCheck');
  const canCall = useFeature('call');
  const [copyOutcome, setCopyOutcome] = useState<TextKey>();
  if (state.phase !== 'signedIn') return undefined;
  const facts = systemInformation({
    user: state.user,
    brand,
    version,
    commit,
    userAgent: navigator.userAgent,
    server,
  }).map(({ label, value }) => ({ label: t(label), lines: value === undefined ? [] : [value] }));

  async function copy(): Promise<void> {
    const text = facts.map(({ label, lines }) => `${label}: ${lines[0] ?? t('about.none')}`).join('\n');
    try {
      await navigator.clipboard.writeText(text);
      setCopyOutcome('about.copied');
    } catch {
      setCopyOutcome('about.notcopied');
    }
  }

  return (
    <Card className={styles.about}>
      <FactList facts={facts} none={t('about.none')} />
      <div className={styles.copy}>
        <Button onPress={() => void copy()}>{t('about.copy')}</Button>
        <output>{copyOutcome === undefined ? '' : t(copyOutcome)}</output>
      </div>
      {canCheck && canCall ? <Link href="/selfcheck">{t('selfcheck.title')}</Link> : undefined}
    </Card>
  );
}
