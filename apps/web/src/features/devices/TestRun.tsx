import type { ClientState } from '@samtal/call-core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient, useNetworkTest } from '../../client/hooks/use-client.ts';
import type { DeviceServices, Trial } from '../../client/ports/device-ports.ts';
import { CameraTrial } from './CameraTrial.tsx';
import { Check } from './Check.tsx';
import {
  type CheckName,
  type CheckResults,
  cameraResult,
  checkNames,
  firstResults,
  microphoneResult,
  networkResults,
  progressOf,
  type Summary,
  summaryOf,
  type Words,
} from './check-results.ts';
import { MicrophoneTrial } from './MicrophoneTrial.tsx';
import styles from './TestPage.module.css';
import { TestReport } from './TestReport.tsx';
import { TestSound } from './TestSound.tsx';
import { writeReport } from './test-report.ts';

/** If the user makes no sound in this time, the result of the microphone is a warning. */
const SILENCE_MS = 8_000;

const serverOf = ({ connection, settings }: ClientState): string =>
  ('server' in connection ? connection.server : undefined) ?? settings?.servers[0] ?? '';

export type TestRunProps = {
  readonly devices: DeviceServices;
  /** Receives whether every check that needs no user is over. */
  readonly onOver: (isOver: boolean) => void;
};

/** One run of all checks. While mounted, it keeps camera and microphone open. */
export function TestRun({ devices, onOver }: TestRunProps) {
  const { t, i18n } = useTranslation();
  const { brand, hasWebRtc, version } = useAppServices();
  const testNetwork = useNetworkTest();
  const server = useClient(serverOf);
  const [results, setResults] = useState<CheckResults>(() => firstResults(hasWebRtc));
  const [microphone, setMicrophone] = useState<Trial<undefined>>();
  const [hasHeard, setHasHeard] = useState<boolean>();
  const [startedAt] = useState(() => new Date().toISOString());
  const update = useCallback(
    (change: Partial<CheckResults>) => setResults((before) => ({ ...before, ...change })),
    [],
  );

  useEffect(() => {
    const leaving = new AbortController();
    const look = async (): Promise<void> => {
      const findings = await testNetwork?.(server, leaving.signal);
      if (findings !== undefined && !leaving.signal.aborted) update(networkResults(findings));
    };
    void look();
    return () => leaving.abort();
  }, [testNetwork, server, update]);

  useEffect(() => {
    const timer = setTimeout(() => setHasHeard((heard) => heard ?? false), SILENCE_MS);
    return () => clearTimeout(timer);
  }, []);

  const all: CheckResults =
    microphone === undefined ? results : { ...results, microphone: microphoneResult(microphone, hasHeard) };
  const sentence = ({ key, values }: Words): string => t(key, { ...values });
  const wordsOf = (name: CheckName): string => all[name].words.map(sentence).join(' ');
  const titleOf = (name: CheckName): string =>
    name === 'server' || name === 'stun' || name === 'relay' || name === 'browser'
      ? t(`test.${name}`)
      : t(`devices.${name}`);
  const played = (name: 'speaker' | 'ringer') => () =>
    update({ [name]: { status: 'good', words: [{ key: 'test.played' }] } });
  const contents: Readonly<Partial<Record<CheckName, ReactNode>>> = {
    camera: (
      <CameraTrial
        devices={devices}
        onResult={useCallback((trial) => update({ camera: cameraResult(trial) }), [update])}
      />
    ),
    microphone: (
      <MicrophoneTrial
        devices={devices}
        onResult={useCallback((trial) => setMicrophone(trial), [])}
        onHeard={useCallback(() => setHasHeard(true), [])}
      />
    ),
    speaker: <TestSound sink="speaker" onPlayed={played('speaker')} />,
    ringer: <TestSound sink="ringer" onPlayed={played('ringer')} />,
  };

  const summary = summaryOf(all);
  const { done, total } = progressOf(all);
  const isOver = summary.kind !== 'running';
  useEffect(() => onOver(isOver), [onOver, isOver]);
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  const summaryWords = (said: Summary): string => {
    if (said.kind === 'running') return t('test.progress', { done: said.done, total: said.total });
    if (said.kind === 'attention') return t('test.attention');
    if (said.waiting.length === 0) return t('test.all_well');
    return t('test.all_but', { what: list.format(said.waiting.map(titleOf)) });
  };
  return (
    <>
      <output className={styles.summary}>{summaryWords(summary)}</output>
      <progress className={styles.progress} max={total} value={done} aria-label={t('test.title')} />
      <ul className={styles.checks}>
        {checkNames.map((name) => (
          <Check key={name} title={titleOf(name)} status={all[name].status} words={wordsOf(name)}>
            {contents[name]}
          </Check>
        ))}
      </ul>
      <TestReport
        text={writeReport({
          name: brand.name,
          version,
          at: startedAt,
          userAgent: navigator.userAgent,
          window: `${window.innerWidth}x${window.innerHeight}, ${i18n.language}`,
          lines: checkNames.map((name) => ({
            title: titleOf(name),
            status: t(`test.${all[name].status}`),
            words: wordsOf(name),
          })),
        })}
      />
    </>
  );
}
