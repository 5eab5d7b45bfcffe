import type { ClientState, Interruption, PeerView, TransferOrder } from '@samtal/call-core';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type AppServices, AppServicesContext } from '../../../client/hooks/app-services.ts';
import { ClientContext } from '../../../client/hooks/use-client.ts';
import { addPageTexts } from '../../../i18n/page-texts.ts';
import { addLaterTexts } from '../../../i18n/parts/later-texts.ts';
import { inCall, ofThree, withLost } from '../../../testing/call-states.ts';
import { createMemoryStore } from '../../../testing/memory-store.ts';
import { createStaticClient } from '../../../testing/static-client.ts';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import { ThirdNotice } from '../transfer/ThirdNotice.tsx';
import { ThreePictures } from './ThreePictures.tsx';

beforeAll(async () => {
  const i18n = await createWholeI18n('en');
  await Promise.all([addLaterTexts(i18n), addPageTexts(i18n)]);
});

function clientIn(state: ClientState, orders: TransferOrder[] = [], holds: boolean[] = []) {
  const running = createStaticClient(state, { atMs: 0 } as never, {});
  const { client } = running;
  const transfer = async (order: TransferOrder): Promise<void> => void orders.push(order);
  const setHeld = (isHeld: boolean): void => void holds.push(isHeld);
  return { ...running, client: { ...client, intents: { ...client.intents, transfer, setHeld } } };
}

async function showNotice(state: ClientState) {
  const orders: TransferOrder[] = [];
  await render(
    <ClientContext value={clientIn(state, orders)}>
      <ThirdNotice name="Bobby Berg" />
    </ClientContext>,
  );
  return orders;
}

test('D102 the partner reads who was invited, with the address, and decides', async () => {
  const orders = await showNotice(ofThree({ phase: 'asked', referId: 1, joins: 'x' }));
  await expect.element(page.getByText(/^Bobby Berg has invited Carol Claesson into this call/)).toBeVisible();
  await expect.element(page.getByText('carol@demo.example')).toBeVisible();
  await page.getByRole('button', { name: 'Do not let them join' }).click();
  await page.getByRole('button', { name: 'Let them join' }).first().click();
  expect(orders).toEqual([{ do: 'decline' }, { do: 'accept' }]);
});

test('D102 a partner who has agreed reads that the third user joins', async () => {
  await showNotice(ofThree({ phase: 'dialling', referId: 1, joins: 'x' }));
  await expect.element(page.getByText('Carol Claesson joins…')).toBeVisible();
});

test('D102 the inviter takes the call to the third user back', async () => {
  const orders = await showNotice(ofThree({ phase: 'calling' }));
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(orders).toEqual([{ do: 'decline' }]);
});

test.each([
  [603, true, 'Bobby Berg did not let Carol Claesson join.'],
  [420, true, 'takes no call of three'],
  [408, true, 'They cannot hear each other.'],
  [480, false, 'Carol Claesson was not reached.'],
  [486, false, 'Carol Claesson could not answer for the moment.'],
  [603, false, 'Carol Claesson could not answer for the moment.'],
])('D102 the inviter reads why there are not three: %i', async (status, isApart, words) => {
  await showNotice(ofThree({ phase: 'failed', status, isApart }));
  await expect.element(page.getByText(words, { exact: false })).toBeVisible();
});

test('D102 the user who has both reads that they have lost each other, and asks again', async () => {
  const orders = await showNotice(
    ofThree({ phase: 'together', before: {}, apart: { ask: 'second', isLost: true } }),
  );
  await expect
    .element(page.getByText(/^Carol Claesson and Bobby Berg do not see, hear or read each other any more/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Ask Carol Claesson again' }).click();
  expect(orders).toEqual([{ do: 'inviteAgain' }]);
});

test.each([
  [
    'two others have lost each other',
    ofThree({ phase: 'together', before: {}, apart: { ask: 'second', isLost: true } }),
  ],
  ['own call was lost', withLost()],
])(
  'D102 the end of the whole call is no alarm: that the %s is said after three seconds',
  async (_what, state) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await showNotice(state);
    const words = page.getByText(/do not see, hear or read each other/);
    vi.advanceTimersByTime(2999);
    expect(words.all()).toHaveLength(0);
    vi.advanceTimersByTime(1);
    await expect.element(words).toBeVisible();
  },
);

test('D102 an interruption between the two others is said, without a button', async () => {
  await showNotice(ofThree({ phase: 'together', before: {}, apart: { ask: 'gallery', isLost: false } }));
  await expect.element(page.getByText(/do not see, hear or read each other at the moment/)).toBeVisible();
  expect(page.getByRole('button').all()).toHaveLength(0);
});

test('D102 the others have met: the user talks with both at a press', async () => {
  const orders = await showNotice(ofThree({ phase: 'failed', status: 603, isApart: false, isMet: true }));
  await expect.element(page.getByText(/are connected with each other now/)).toBeVisible();
  await page.getByRole('button', { name: 'Talk with both' }).click();
  expect(orders).toEqual([{ do: 'talkWithBoth' }]);
});

test.each([
  [408, true],
  [603, false],
  [420, false],
])('D102 after %i the user may ask again: %s', async (status, may) => {
  await showNotice(ofThree({ phase: 'failed', status, isApart: true }));
  await expect
    .poll(() => page.getByRole('button', { name: 'Ask Bobby Berg again' }).all().length)
    .toBe(may ? 1 : 0);
});

test('D102 one who was lost reads who still has both, and hides it', async () => {
  const orders = await showNotice(withLost());
  await expect
    .element(page.getByText(/^You and Carol Claesson do not see, hear or read each other/))
    .toBeVisible();
  await page.getByRole('button').click();
  expect(orders).toEqual([{ do: 'dismiss' }]);
});

test('D102 the third user reads who is asked, until the inviter holds the call', async () => {
  const call = inCall();
  if (call.call.phase !== 'accepted') throw new Error('no call');
  const identity = { ...call.call.call, direction: 'incoming', withUser: 'carol@demo.example' } as const;
  await showNotice({ ...call, call: { ...call.call, call: identity } });
  await expect.element(page.getByText(/asks carol.* now whether you may join/)).toBeVisible();
});

async function showPictures(...shown: Parameters<typeof picturesOf>) {
  await render(picturesOf(...shown));
}

function picturesOf(state: ClientState, holds: boolean[] = [], contact: PeerView['contact'] = 'good') {
  return (
    <AppServicesContext value={{ localStore: createMemoryStore() } as unknown as AppServices}>
      <ClientContext value={clientIn(state, [], holds)}>
        <div style={{ position: 'relative', display: 'grid', blockSize: '600px' }}>
          <ThreePictures
            callId="gallery"
            name="Bobby Berg"
            address="bobby@demo.example"
            acceptedAt={Date.now()}
            peer={{ contact, camera: 'on', microphone: 'on' }}
            remote={() => undefined}
            headingRef={() => undefined}
            quality={() => undefined}
            isVideoVisible
            isSelfViewVisible
            isCameraOn
            isSoundOn
            attachLocal={() => undefined}
          />
        </div>
      </ClientContext>
    </AppServicesContext>
  );
}

test.each([true, false])(
  'D102 D84 a call of three that the user holds has a button that resumes it (video %s)',
  async (hasVideo) => {
    const holds: boolean[] = [];
    const hold = { isOwn: true, isOwnAgreed: true, isOffered: true, isByPeer: false, attempts: 0 };
    const media = hasVideo ? {} : { video: false };
    await showPictures(ofThree({ phase: 'together', before: {} }, media, { hold }), holds);
    const place = page.getByRole('region', { name: 'Carol Claesson', exact: true });
    const resume = place.getByRole('button', { name: 'Resume the call' });
    (resume.element() as HTMLButtonElement).click();
    expect(holds).toEqual([false]);
    const other = page.getByRole('region', { name: 'Bobby Berg', exact: true });
    expect(other.getByRole('button', { name: 'Resume the call' }).all()).toHaveLength(0);
  },
);

test('D84 D102 WCAG 4.1.3 what the own hold does to both calls is said once, with one button that ends it', async () => {
  const hold = { isOwn: true, isOwnAgreed: true, isOffered: true, isByPeer: false, attempts: 0 };
  await showPictures({ ...ofThree({ phase: 'together', before: {} }, {}, { hold }), hold });
  const words = 'You put the call on hold. Bobby Berg and Carol Claesson cannot see or hear you.';
  const status = (name: string) =>
    page.getByRole('region', { name, exact: true }).getByRole('status').filter({ hasText: 'hold' });
  await expect.element(status('Bobby Berg')).toHaveTextContent(words);
  expect(status('Carol Claesson').all()).toHaveLength(0);
  expect(page.getByText(/You put the call on hold/).all()).toHaveLength(2);
  expect(page.getByRole('button', { name: 'Resume the call' }).all()).toHaveLength(1);
});

test('D80 D102 that the own connection is interrupted is said once for both calls', async () => {
  const interruption = {
    since: 0,
    isConnectionLost: true,
    isPeerLost: false,
    step: 'server',
  } satisfies Interruption;
  const state = ofThree({ phase: 'together', before: {} });
  const { behind } = state;
  if (behind === undefined) return expect.fail('no second call');
  await showPictures(
    { ...state, behind: { ...behind, continuity: { ...behind.continuity, interruption } } },
    [],
    'ours',
  );
  const said = page.getByRole('status').filter({ hasText: 'Your connection is interrupted.' });
  await expect.poll(() => said.all().length).toBe(1);
});

test('D102 both users are shown with their names, and one press makes one larger', async () => {
  await showPictures(ofThree({ phase: 'together', before: {} }));
  await expect.element(page.getByRole('heading', { name: 'Bobby Berg and Carol Claesson' })).toBeVisible();
  for (const name of ['Bobby Berg', 'Carol Claesson'])
    await expect.element(page.getByRole('region', { name, exact: true })).toBeInTheDocument();
  const larger = page.getByRole('button', { name: 'Show Carol Claesson larger' });
  const press = (): void => (larger.element() as HTMLButtonElement).click();
  press();
  await expect.element(larger).toHaveAttribute('aria-pressed', 'true');
  press();
  await expect.element(larger).toHaveAttribute('aria-pressed', 'false');
});

test('D102 WCAG 2.4.3 when there are three, and when one leaves, the focus goes to the names that are read then', async () => {
  const alone = <h1 tabIndex={-1}>Bobby Berg</h1>;
  const screen = await render(alone);
  const heading = page.getByRole('heading', { level: 1 });
  (heading.element() as HTMLElement).focus();
  await screen.rerender(picturesOf(ofThree({ phase: 'together', before: {} })));
  await expect.element(page.getByRole('heading', { name: 'Bobby Berg and Carol Claesson' })).toHaveFocus();
  (page.getByRole('button', { name: 'Show Carol Claesson larger' }).element() as HTMLElement).focus();
  await screen.rerender(alone);
  await expect.element(page.getByRole('heading', { name: 'Bobby Berg', exact: true })).toHaveFocus();
});

const joined = page.getByText('Bobby Berg and Carol Claesson are in the call with you now.');

test('D102 WCAG 4.1.3 a screen reader says, after the fact and once, that all three are together', async () => {
  const said: (string | null)[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof Element && target.matches('[data-together] *, [data-together]'))
        said.push(target.textContent);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await showPictures(ofThree({ phase: 'together', before: {} }));
  await expect.element(joined).toBeInTheDocument();
  // Only what changes in an element that is in the page already is announced.
  expect(said).toEqual(['Bobby Berg and Carol Claesson are in the call with you now.']);
});

test('D102 as long as the partner is asked a screen reader says nothing of three', async () => {
  await showPictures(ofThree({ phase: 'asking', before: {} }));
  await expect.element(page.getByRole('region', { name: 'Carol Claesson', exact: true })).toBeInTheDocument();
  expect(joined.all()).toHaveLength(0);
});

test.each([
  ['the same', 'dataChannel', 'Live text'],
  ['not the same', 'message', 'Bobby Berg: Live text · Carol Claesson: Text, with short delays'],
] as const)(
  'D102 INCALL-27 the header says how text is carried, where it is %s for both',
  async (_name, textTransport, words) => {
    const state = ofThree({ phase: 'together', before: {} }, { textTransport: 'dataChannel' });
    const { behind } = state;
    if (behind?.call.phase !== 'accepted') return expect.fail('no second call');
    const media = { ...behind.call.media, textTransport };
    await showPictures({ ...state, behind: { ...behind, call: { ...behind.call, media } } });
    await expect.element(page.getByRole('banner').getByText(words)).toBeVisible();
  },
);
