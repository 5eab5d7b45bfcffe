import { useTranslation } from 'react-i18next';
import type { Captcha } from '../../../client/hooks/use-captcha.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { WorkNote } from '../../../ui/notices/WorkNote.tsx';
import styles from './CaptchaCheck.module.css';

/** State of a form's captcha. Only Google's captcha, if the operator configured it, gives the user a task. */
export function CaptchaCheck({ captcha: { state, reset, frame } }: { readonly captcha: Captcha }) {
  const { t } = useTranslation();
  switch (state.phase) {
    case 'none':
      return undefined;
    case 'asked':
    case 'working':
    case 'solved':
    case 'failed':
      return (
        <>
          {state.phase === 'asked' ? undefined : (
            <WorkNote
              phase={state.phase === 'solved' ? 'done' : state.phase}
              text={t(`captcha.${state.phase}`)}
              progress={state.phase === 'working' ? state.progress : 0}
              action={
                state.phase === 'failed' ? <Button onPress={reset}>{t('network.retry')}</Button> : undefined
              }
            />
          )}
          <fieldset
            ref={frame}
            className={styles.frame}
            aria-label={t('captcha.asked')}
            hidden={state.phase !== 'asked'}
          />
        </>
      );
  }
}
