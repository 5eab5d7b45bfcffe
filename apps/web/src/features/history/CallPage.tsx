import type { Features, HistoryRecord } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { dateLocale, durationWords } from '../../client/format/time.ts';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { useCallBlockWords } from '../../client/hooks/use-call-block-words.ts';
import { useKnownPeople } from '../../client/hooks/use-client.ts';
import { addContactPath } from '../../client/people/add-contact-path.ts';
import { isListed } from '../../client/people/known-names.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { Note } from '../../ui/notices/Note.tsx';
import { AddressText } from '../../ui/page/AddressText.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import styles from './CallPage.module.css';
import { howItWent, personIn } from './call-words.ts';
import { RemotePortrait } from './RemotePortrait.tsx';
import { TranscriptExport } from './TranscriptExport.tsx';
import { TranscriptLines } from './TranscriptLines.tsx';
import { runsOf, type TranscriptWords } from './transcript.ts';
import { useCallRecord } from './use-call-record.ts';
import { useDeleteCall } from './use-delete-call.tsx';

export type CallPageProps = { readonly id: string; readonly features: Pick<Features, 'contactAdd'> };

/** Page of one finished call, with its text and the author and time of each run (decision D14). */
export function CallPage({ id, features }: CallPageProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [record, askAgain] = useCallRecord(id);
  const back = <Button onPress={() => navigate('/history')}>{t('common.back')}</Button>;
  if (record.phase === 'loading') return <LateSpinner label={t('common.loading')} />;
  if (record.phase === 'failed')
    return (
      <EmptyState
        icon="warning"
        title={t('history.notloaded')}
        actions={<Button onPress={askAgain}>{t('network.retry')}</Button>}
      />
    );
  if (record.value === undefined)
    return <EmptyState icon="history" title={t('history.notfound')} actions={back} />;
  return <WholeCall record={record.value} features={features} />;
}

type WholeCallProps = { readonly record: HistoryRecord; readonly features: CallPageProps['features'] };

function WholeCall({ record, features }: WholeCallProps) {
  const { t, i18n } = useTranslation();
  const [, navigate] = useLocation();
  const known = useKnownPeople();
  const { ask, question } = useDeleteCall(() => navigate('/history'));
  const { sipAddress, timestamp, answered, duration, isTextRemoved = false } = record;
  const call = useCallAction(sipAddress);
  const blockWords = useCallBlockWords(sipAddress);
  const { name } = personIn(record, known);
  const at = new Date(timestamp);
  const locale = dateLocale(i18n.language, navigator.languages);
  const title = t('history.call_with', { name });
  const words: TranscriptWords = {
    title,
    how: t(howItWent(record)),
    nameOf: (author) => (author === 'own' ? t('text.you') : name),
    missing: t('text.missing'),
    cut: t('text.cut'),
    doubtful: t('text.in_doubt'),
  };
  const hasWords = runsOf(record).length > 0;
  return (
    <PageFrame title={title} width="narrow" hasFocus>
      <div className={styles.person}>
        <RemotePortrait name={name} address={sipAddress} />
        <div className={styles.facts}>
          <AddressText>{sipAddress}</AddressText>
          <time dateTime={at.toISOString()}>
            {new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at)}
          </time>
          <span>{words.how}</span>
          {answered ? <span>{t('call.duration', { time: durationWords(duration * 1000) })}</span> : undefined}
        </div>
      </div>
      <Note>{blockWords}</Note>
      <div className={styles.actions}>
        <Button kind="success" icon="phone" onPress={call}>
          {t('call.callback')}
        </Button>
        {features.contactAdd && !isListed(known(sipAddress)) ? (
          <Button icon="plus" onPress={() => navigate(addContactPath(sipAddress, name))}>
            {t('contacts.add')}
          </Button>
        ) : undefined}
        <Button icon="trash" onPress={() => ask(record)}>
          {t('common.delete')}
        </Button>
        <Button onPress={() => navigate('/history')}>{t('common.back')}</Button>
      </div>
      {hasWords ? (
        <>
          <TranscriptLines record={record} words={words} />
          <TranscriptExport record={record} words={words} />
        </>
      ) : (
        <EmptyState icon="text" title={t(isTextRemoved ? 'history.text_removed' : 'history.no_text')} />
      )}
      {question}
    </PageFrame>
  );
}
