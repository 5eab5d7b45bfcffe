import { expect, test } from 'vitest';
import { createRecaptcha } from './recaptcha.ts';

type Options = Readonly<Record<'callback' | 'expired-callback', (answer: string) => void>> & {
  readonly sitekey: string;
};

/** A page that loads nothing: the test reports a script as loaded, and acts in place of Google's script. */
function setUp() {
  const document = window.document.implementation.createHTMLDocument();
  document.documentElement.lang = 'sv';
  const rendered: { element: HTMLElement; options: Options }[] = [];
  const grecaptcha = {
    ready: (run: () => void) => run(),
    render: (element: HTMLElement, options: Options) => void rendered.push({ element, options }),
  };
  const told: (string | undefined)[] = [];
  const widget = createRecaptcha({ document, grecaptcha });
  return {
    rendered,
    told,
    scripts: () => [...document.scripts],
    show: () => widget.show(document.body, 'site', (answer) => told.push(answer)),
  };
}

const comes = (script: HTMLScriptElement | undefined, how: 'load' | 'error'): boolean | undefined =>
  script?.dispatchEvent(new Event(how));

test('A-014 the script is loaded once, when it is needed, and the answer is reported', async () => {
  const { show, scripts, rendered, told } = setUp();
  expect(scripts()).toEqual([]);
  const hide = show();
  expect(scripts().map(({ src }) => src)).toEqual([
    'https://www.google.com/recaptcha/api.js?render=explicit&hl=sv',
  ]);
  comes(scripts()[0], 'load');
  await expect.poll(() => rendered.length).toBe(1);
  expect(rendered[0]?.options.sitekey).toBe('site');
  rendered[0]?.options.callback('token');
  rendered[0]?.options['expired-callback']('');
  expect(told).toEqual(['token', undefined]);
  hide();
  rendered[0]?.options.callback('late');
  expect(told).toHaveLength(2);
  show();
  await expect.poll(() => rendered.length).toBe(2);
  expect(rendered[1]?.element).not.toBe(rendered[0]?.element);
  expect(scripts()).toHaveLength(1);
});

test('A-014 without its script there is no answer, and it can be tried again', async () => {
  const { show, scripts, told, rendered } = setUp();
  show();
  comes(scripts()[0], 'error');
  await expect.poll(() => told).toEqual([undefined]);
  expect(scripts()).toEqual([]);
  show();
  comes(scripts()[0], 'load');
  await expect.poll(() => rendered.length).toBe(1);
});
