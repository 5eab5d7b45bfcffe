import type { RecaptchaWidget } from '../../client/ports/captcha-ports.ts';

/** The part of Google's script that is used: https://developers.google.com/recaptcha/docs/display#js_api */
type Grecaptcha = {
  render(
    element: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly callback: (answer: string) => void;
      readonly 'expired-callback': () => void;
      readonly 'error-callback': () => void;
    },
  ): void;
};

type RecaptchaPage = {
  readonly document: Document;
  readonly grecaptcha?: { ready(run: () => void): void } & Grecaptcha;
};

const SCRIPT = 'https://www.google.com/recaptcha/api.js';

/** Google's captcha; its script is loaded only when the captcha is shown. */
export function createRecaptcha(page: RecaptchaPage): RecaptchaWidget {
  const { document } = page;
  let loading: Promise<void> | undefined;

  const load = (): Promise<void> => {
    loading ??= new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      const language = encodeURIComponent(document.documentElement.lang);
      script.src = `${SCRIPT}?render=explicit&hl=${language}`;
      script.async = true;
      script.addEventListener('load', () => page.grecaptcha?.ready(resolve));
      script.addEventListener('error', () => {
        loading = undefined;
        script.remove();
        reject(new Error('recaptcha cannot be loaded'));
      });
      document.head.append(script);
    });
    return loading;
  };

  return {
    show(element, siteKey, onAnswer) {
      // The widget cannot be removed from an element, so it gets an element of its own.
      const frame = element.appendChild(document.createElement('div'));
      let isShown = true;
      const answer = (text?: string): void => {
        if (isShown) onAnswer(text);
      };
      const render = async (): Promise<void> => {
        await load();
        if (!isShown) return;
        page.grecaptcha?.render(frame, {
          sitekey: siteKey,
          callback: answer,
          'expired-callback': () => answer(),
          'error-callback': () => answer(),
        });
      };
      render().catch(() => answer());
      return () => {
        isShown = false;
        frame.remove();
      };
    },
  };
}
