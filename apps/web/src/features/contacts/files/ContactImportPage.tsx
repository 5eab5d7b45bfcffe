import { CONTACTS_PER_ACCOUNT, type Contact, contactName } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useClient, usePeople } from '../../../client/hooks/use-client.ts';
import { createStore, useStore } from '../../../client/store/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { EmptyState } from '../../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../../ui/notices/LateSpinner.tsx';
import { WorkNote } from '../../../ui/notices/WorkNote.tsx';
import { PageFrame } from '../../../ui/page/PageFrame.tsx';
import styles from '../form/ContactForm.module.css';
import { useContacts } from '../use-contacts.ts';
import { type AddingState, addingFor, type ContactAdding, startAdding } from './contact-adding.ts';
import { FileDrop } from './FileDrop.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { type ContactImport, type FileProblem, readContactFile } from './read-contact-file.ts';

type Step =
  | { readonly name: 'choose'; readonly problem?: FileProblem }
  | { readonly name: 'preview'; readonly found: ContactImport }
  | { readonly name: 'adding'; readonly adding: ContactAdding };

const accountOf = ({ settings }: ClientState) => settings?.account.address ?? '';
const noAdding = createStore<AddingState | undefined>(undefined);

/** Imports contacts from a file: shows what the file contains, and saves only after the user confirms. */
export function ContactImportPage() {
  const { t } = useTranslation();
  const people = usePeople();
  const contacts = useContacts();
  return (
    <PageFrame title={t('contacts.import_title')} width="narrow" hasFocus>
      {contacts.phase === 'ready' ? <ImportSteps existing={contacts.value} /> : undefined}
      {contacts.phase === 'loading' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {contacts.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t('contacts.notloaded')}
          actions={<Button onPress={() => void people.loadContacts()}>{t('network.retry')}</Button>}
        />
      ) : undefined}
    </PageFrame>
  );
}

type ImportStepsProps = { readonly existing: readonly Contact[] };

function ImportSteps({ existing }: ImportStepsProps) {
  const { t } = useTranslation();
  const people = usePeople();
  const [, navigate] = useLocation();
  const account = useClient(accountOf);
  const underWay = addingFor(people, account);
  const [step, setStep] = useState<Step>(
    underWay === undefined ? { name: 'choose' } : { name: 'adding', adding: underWay },
  );
  const progress = useStore(step.name === 'adding' ? step.adding.state : noAdding);
  const frame = useRef<HTMLDivElement>(null);
  const stepName = progress?.phase ?? step.name;
  const seenStep = useRef(stepName);
  // The focused button of the previous step is gone, so the focus goes to the new step.
  useEffect(() => {
    if (seenStep.current === stepName) return;
    seenStep.current = stepName;
    frame.current?.focus();
  }, [stepName]);

  async function read(file: File): Promise<void> {
    const found = await readContactFile(file, existing);
    setStep(typeof found === 'string' ? { name: 'choose', problem: found } : { name: 'preview', found });
  }

  const add = ({ fresh }: ContactImport): void =>
    setStep({ name: 'adding', adding: startAdding(people, account, fresh) });
  const leave = () => navigate('/contacts');
  const problems: Record<FileProblem, string> = {
    unreadable: t('contacts.import_unreadable'),
    tooLarge: t('contacts.import_too_large', { n: CONTACTS_PER_ACCOUNT }),
  };
  return (
    <div ref={frame} tabIndex={-1} className={styles.form}>
      {show()}
    </div>
  );

  function show(): ReactNode {
    switch (step.name) {
      case 'choose':
        return (
          <>
            <p>{t('contacts.import_hint')}</p>
            {step.problem === undefined ? undefined : <Alert type="danger">{problems[step.problem]}</Alert>}
            <FileDrop onFile={(file) => void read(file)} />
            <div className={styles.buttons}>
              <Button onPress={leave}>{t('common.cancel')}</Button>
            </div>
          </>
        );
      case 'preview': {
        const { found } = step;
        return (
          <>
            <ImportPreview found={found} names={found.fresh.map(contactName)} />
            <div className={styles.buttons}>
              <Button onPress={() => setStep({ name: 'choose' })}>{t('common.cancel')}</Button>
              <Button kind="primary" onPress={found.fresh.length === 0 ? undefined : () => add(found)}>
                {t('contacts.import_confirm')}
              </Button>
            </div>
          </>
        );
      }
      case 'adding':
        return progress === undefined ? undefined : showProgress(progress, step.adding.stop);
    }
  }

  function showProgress(state: AddingState, stop: () => void): ReactNode {
    if (state.phase === 'adding')
      return (
        <WorkNote
          phase="working"
          text={t('contacts.importing', { n: state.added, total: state.total })}
          progress={state.added / state.total}
          action={<Button onPress={stop}>{t('contacts.stop')}</Button>}
        />
      );
    const { added, refused } = state.result;
    return (
      <>
        <Alert type="success">{t('contacts.imported', { count: added })}</Alert>
        {refused === 0 ? undefined : (
          <Alert type="danger">{t('contacts.import_failed', { count: refused })}</Alert>
        )}
        <div className={styles.buttons}>
          <Button kind="primary" onPress={leave}>
            {t('contacts.title')}
          </Button>
        </div>
      </>
    );
  }
}
