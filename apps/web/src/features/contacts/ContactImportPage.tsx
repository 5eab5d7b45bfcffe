import { type Contact, contactName } from '@samtal/api-contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AddedContacts } from '../../client/people.ts';
import { usePeople } from '../../client/use-client.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LateSpinner } from '../../ui/LateSpinner.tsx';
import { PageFrame } from '../../ui/PageFrame.tsx';
import { WorkNote } from '../../ui/WorkNote.tsx';
import styles from './ContactForm.module.css';
import { FileDrop } from './FileDrop.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { type ContactImport, contactImportOf, FILE_MAX_BYTES } from './read-contact-file.ts';
import { useContacts } from './use-contacts.ts';

type Step =
  | { readonly name: 'choose'; readonly isUnreadable: boolean }
  | { readonly name: 'preview'; readonly found: ContactImport }
  | { readonly name: 'adding'; readonly added: number; readonly total: number; readonly stop: () => void }
  | { readonly name: 'done'; readonly result: AddedContacts };

/** Contacts of another program: what is in the file is shown first, and kept only when the person says so. */
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
  const [step, setStep] = useState<Step>({ name: 'choose', isUnreadable: false });
  const frame = useRef<HTMLDivElement>(null);
  const seenStep = useRef(step.name);
  // The button that led here has gone, and the focus with it.
  useEffect(() => {
    if (seenStep.current === step.name) return;
    seenStep.current = step.name;
    frame.current?.focus();
  }, [step.name]);

  async function read(file: File): Promise<void> {
    const text = file.size > FILE_MAX_BYTES ? '' : await file.text().catch(() => '');
    const found = contactImportOf(text, existing);
    setStep(found === undefined ? { name: 'choose', isUnreadable: true } : { name: 'preview', found });
  }

  async function add({ fresh }: ContactImport): Promise<void> {
    const stopping = new AbortController();
    const total = fresh.length;
    const tell = (added: number): void =>
      setStep({ name: 'adding', added, total, stop: () => stopping.abort() });
    tell(0);
    const result = await people.addContacts(fresh, tell, stopping.signal);
    setStep({ name: 'done', result });
  }

  const leave = () => navigate('/contacts');
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
            {step.isUnreadable ? <Alert type="danger">{t('contacts.import_unreadable')}</Alert> : undefined}
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
              <Button onPress={() => setStep({ name: 'choose', isUnreadable: false })}>
                {t('common.cancel')}
              </Button>
              <Button kind="primary" onPress={found.fresh.length === 0 ? undefined : () => void add(found)}>
                {t('contacts.import_confirm')}
              </Button>
            </div>
          </>
        );
      }
      case 'adding':
        return (
          <WorkNote
            phase="working"
            text={t('contacts.importing', { n: step.added, total: step.total })}
            progress={step.added / step.total}
            action={<Button onPress={step.stop}>{t('contacts.stop')}</Button>}
          />
        );
      case 'done':
        return (
          <>
            <Alert type="success">{t('contacts.imported', { n: step.result.added })}</Alert>
            {step.result.refused === 0 ? undefined : (
              <Alert type="danger">{t('contacts.import_failed', { n: step.result.refused })}</Alert>
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
}
