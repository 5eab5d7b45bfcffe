import { loginStepIn } from '@samtal/api-contract';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessage } from '../../client/alerts/use-message.ts';
import { dateLocale, longDay } from '../../client/format/time.ts';
import { LoadAccountsContext } from '../../client/hooks/accounts.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import type { StepAnswer } from '../../client/session/sign-in.ts';
import { useStore } from '../../client/store/store.ts';
import { SecondStepScreen } from './SecondStepScreen.tsx';

/** The second step of the log-in (decision D100), connected to the session. */
export default function SecondStepPage() {
  const { t, i18n } = useTranslation();
  const messageText = useMessage();
  const { session } = useAppServices();
  const loadAccounts = use(LoadAccountsContext);
  const state = useStore(session.state);
  const [passkeyProblem, setPasskeyProblem] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const step = 'secondStep' in state ? loginStepIn(state.secondStep?.text) : undefined;
  const ticket = step?.ticket ?? '';
  const isOut = state.phase === 'signedOut';
  const failure = isOut && state.loginFailure !== undefined ? messageText(state.loginFailure) : undefined;
  const deletionAt = isOut ? state.deletionAt : undefined;

  const answer = (given: Omit<StepAnswer, 'ticket'>): void => {
    setPasskeyProblem(undefined);
    void session.answerSecondStep({ ...given, ticket });
  };
  async function askPasskey(): Promise<void> {
    setIsAsking(true);
    const api = await loadAccounts?.()
      .then(({ loadSecondFactor }) => loadSecondFactor())
      .catch(() => undefined);
    const asked = await api?.askPasskey({ ticket });
    setIsAsking(false);
    if (asked?.ok === true) answer({ passkey: asked.value });
    else setPasskeyProblem(t('secondfactor.passkey_failed'));
  }
  return (
    <SecondStepScreen
      factors={step?.factors ?? []}
      isBusy={state.phase === 'signingIn' || isAsking}
      problem={deletionAt === undefined ? (passkeyProblem ?? failure) : undefined}
      deletion={
        deletionAt === undefined
          ? undefined
          : t('login.deletion', {
              date: longDay(deletionAt, dateLocale(i18n.language, navigator.languages)),
            })
      }
      onCode={(code) => answer({ code })}
      onPasskey={() => void askPasskey()}
      onKeep={() => answer({ keepAccount: true })}
      onBack={() => void session.answerSecondStep(undefined)}
    />
  );
}
