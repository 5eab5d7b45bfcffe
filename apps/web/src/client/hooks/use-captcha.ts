import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useAccounts } from './accounts.ts';
import { useAppServices } from './app-services.ts';

export type CaptchaState =
  /** The brand has no captcha. */
  | { readonly phase: 'none' }
  /** The device is solving the built-in captcha; `progress` is from 0 to 1. */
  | { readonly phase: 'working'; readonly progress: number }
  /** The user has to solve the visible captcha in `frame`. */
  | { readonly phase: 'asked' }
  | { readonly phase: 'solved'; readonly answer: string }
  | { readonly phase: 'failed' };

export type Captcha = {
  readonly state: CaptchaState;
  /** The form may be sent: the captcha is solved, or the brand has none. */
  readonly isValid: boolean;
  /** The answer that is sent with the form; undefined if there is none. */
  readonly answer: string | undefined;
  /** Starts the captcha again, because an answer can be used only once (RESET-03). */
  readonly reset: () => void;
  /** The element in which a visible captcha is shown. */
  readonly frame: RefObject<HTMLFieldSetElement | null>;
};

/** The captcha of a form. Solving it stops when the form is unmounted. */
export function useCaptcha(): Captcha {
  const { provider, siteKey } = useAppServices().brand.captcha;
  const { api, captchaSolver, recaptcha } = useAccounts();
  const frame = useRef<HTMLFieldSetElement>(null);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<CaptchaState>(
    provider === null ? { phase: 'none' } : { phase: 'working', progress: 0 },
  );

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `round` starts the captcha again
  useEffect(() => {
    if (provider === null) return undefined;
    if (provider === 'recaptcha') {
      setState({ phase: 'asked' });
      return frame.current === null
        ? undefined
        : recaptcha.show(frame.current, siteKey, (answer) =>
            setState(answer === undefined ? { phase: 'failed' } : { phase: 'solved', answer }),
          );
    }
    const work = new AbortController();
    const { signal } = work;
    const onProgress = (progress: number): void => {
      if (!signal.aborted) setState({ phase: 'working', progress });
    };
    const run = async (): Promise<void> => {
      const challenge = await api.newCaptcha();
      if (signal.aborted) return;
      const answer = challenge.ok
        ? await captchaSolver.solve(challenge.value, { signal, onProgress })
        : undefined;
      if (!signal.aborted) setState(answer === undefined ? { phase: 'failed' } : { phase: 'solved', answer });
    };
    onProgress(0);
    void run();
    return () => work.abort();
  }, [provider, siteKey, api, captchaSolver, recaptcha, round]);

  const reset = useCallback(() => setRound((number) => number + 1), []);
  return {
    state,
    isValid: state.phase === 'none' || state.phase === 'solved',
    answer: state.phase === 'solved' ? state.answer : undefined,
    reset,
    frame,
  };
}
