import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render, renderHook } from 'vitest-browser-react';
import { localTextOf } from '../../client/format/local-text.ts';
import type { BrowserSupport } from '../../client/product/browser-support.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { BrowserNotice } from './BrowserNotice.tsx';
import { BrowserRefused } from './BrowserRefused.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { useBrowserNotice } from './use-browser-notice.ts';

const i18n = await createWholeI18n('en');

test.each([
  ['unsupported', '', 'This browser is not supported.', /Chrome, Edge, Firefox or Safari/],
  ['unsupported', 'Call 12345 for help.', 'Call 12345 for help.', /Chrome, Edge, Firefox or Safari/],
  ['outOfDate', 'unused', 'Your browser is out of date. Please update it.', /Install the updates/],
  [
    'outOfDateIos151',
    'unused',
    'iOS 15.1 does not work with calls. Please update to 15.2 or later.',
    /Install the updates/,
  ],
  [
    'noWebRtc',
    'unused',
    'Your browser does not support WebRTC, so calls are not possible.',
    /Chrome, Edge, Firefox or Safari/,
  ],
] as const)(
  'BRAND-10 BROWSER-02 BROWSER-03 BROWSER-05 LOGIN-03 A-106 %s (%j): %s, and advice instead of a login',
  async (reason, own, words, advice) => {
    await render(
      <I18nextProvider i18n={i18n}>
        <BrowserRefused reason={reason} unsupportedMessage={own} />
      </I18nextProvider>,
    );
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    await expect.element(page.getByText(advice)).toBeVisible();
    await expect.element(page.getByLabelText('Username')).not.toBeInTheDocument();
  },
);

test.each([
  ['words for all', 'sv', 'words for all'],
  [{ en: 'English', sv: 'svenska' }, 'sv', 'svenska'],
  [{ en: 'English' }, 'th', 'English'],
  [{}, 'en', ''],
])('BROWSER-02 the operator’s %j in %s is %j', (text, language, words) => {
  expect(localTextOf(text, language)).toBe(words);
});

test('BROWSER-06 the note about Firefox is above a form that can be used', async () => {
  const close = vi.fn();
  await render(
    <I18nextProvider i18n={i18n}>
      <LoginScreen
        onLogin={() => {}}
        isBusy={false}
        hasWebRtc
        browserNotice={<BrowserNotice about="firefox" onClose={close} onCloseForGood={close} />}
      />
    </I18nextProvider>,
  );
  await expect
    .element(page.getByText('Video quality is lower in Firefox. Chrome or Edge is recommended.'))
    .toBeVisible();
  await page.getByLabelText('Username').fill('alice');
  await page.getByLabelText('Password', { exact: true }).fill('pw');
  await expect.element(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Close and do not show again' }).click();
  expect(close).toHaveBeenCalledTimes(2);
});

/** One visit to the login page in a browser with the given storage. */
async function visit(
  support: BrowserSupport,
  { isInfoWanted = true, localStore = createMemoryStore(), tabStore = createMemoryStore() } = {},
) {
  const hook = await renderHook(() => useBrowserNotice({ support, isInfoWanted, localStore, tabStore }));
  const stores = { isInfoWanted, localStore, tabStore };
  return { ...hook, stores, about: () => hook.result.current?.about };
}

test('BROWSER-07 A-107 the info shows once in a session, and again in the next one', async () => {
  const first = await visit('supported');
  expect(first.about()).toBe('supported');
  const again = await visit('supported', first.stores);
  expect(again.about()).toBeUndefined();
  const nextSession = await visit('supported', { localStore: first.stores.localStore });
  expect(nextSession.about()).toBe('supported');
});

test.each(['supported', 'firefox'] as const)(
  'STORE-02 BROWSER-07 a note about %s that is hidden permanently does not return',
  async (support) => {
    const first = await visit(support);
    await first.act(() => first.result.current?.onCloseForGood());
    expect(first.about()).toBeUndefined();
    expect(first.stores.localStore.get('hideBrowserWarning')).toBe('true');
    const later = await visit(support, { localStore: first.stores.localStore });
    expect(later.about()).toBeUndefined();
  },
);

test('BROWSER-06 a dismissed note about Firefox returns at the next visit, at any setting of the operator', async () => {
  const first = await visit('firefox', { isInfoWanted: false });
  await first.act(() => first.result.current?.onClose());
  expect(first.about()).toBeUndefined();
  expect((await visit('firefox', first.stores)).about()).toBe('firefox');
  expect((await visit('supported', { isInfoWanted: false })).about()).toBeUndefined();
});

test('A-038 D91 debug mode that is ticked before the script runs is on', async () => {
  const onChange = vi.fn();
  const tick = (form: HTMLFormElement): void => {
    const box = form.querySelector<HTMLInputElement>('[name=debug]');
    if (box) box.checked = true;
  };
  await render(
    <I18nextProvider i18n={i18n}>
      <LoginScreen
        onLogin={() => {}}
        isBusy={false}
        hasWebRtc
        onForm={tick}
        debugMode={{ isOn: false, onChange }}
      />
    </I18nextProvider>,
  );
  expect(onChange.mock.calls).toEqual([[true]]);
});

test('LOGIN-02 A-038 debug mode is offered only where the operator allows it', async () => {
  const onChange = vi.fn();
  const screen = (debugMode?: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
    <I18nextProvider i18n={i18n}>
      <LoginScreen onLogin={() => {}} isBusy={false} hasWebRtc debugMode={debugMode} />
    </I18nextProvider>
  );
  const { rerender } = await render(screen());
  const box = page.getByRole('checkbox', { name: 'Debug mode' });
  await expect.element(box).not.toBeInTheDocument();
  await rerender(screen({ isOn: false, onChange }));
  await box.click();
  expect(onChange).toHaveBeenCalledWith(true);
});
