import type { CallState, ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient, useKnownNames } from '../../client/hooks/use-client.ts';
import { withKnownName } from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';
import styles from './Emergency.module.css';

const inFront = ({ call }: ClientState): CallState => call;
const behindIt = ({ behind }: ClientState): CallState | undefined => behind?.call;
const besideThem = ({ beside }: ClientState): CallState | undefined => beside?.call;

/** What the emergency call does to the calls of this moment. */
export function EndingCalls() {
  const { t } = useTranslation();
  const names = useKnownNames();
  const calls = [useClient(inFront), useClient(behindIt), useClient(besideThem)];
  const lines = calls.flatMap((state) => {
    if (state?.phase === 'incoming')
      return [t('emergency.rejects', { name: nameOf(withKnownName(state.call.remoteUser, names)) })];
    if (state?.phase === 'calling' || state?.phase === 'establishing' || state?.phase === 'accepted')
      return [t('emergency.ends', { name: nameOf(withKnownName(state.call.remoteUser, names)) })];
    return [];
  });
  // Announced also when the call comes while the question is open.
  return (
    <output className={styles.ending}>
      {lines.map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
    </output>
  );
}
