/** Times recorded in a page while users write, in milliseconds, on the clock that all pages share. */
import type { Page } from 'playwright-core';
import type { DrivenPage } from '../e2e/browsers/drivers/driver.ts';

/** A page of any browser. */
export type Party = Pick<DrivenPage, 'evaluate' | 'press'>;

export type Result = {
  /** Time of each key press. */
  readonly typed: readonly number[];
  /** For each character, the time at which the reader's page had drawn it. */
  readonly shown: readonly number[];
  readonly own: string;
  readonly incoming: string;
};

type Watched = Window & { typed: number[]; shown: number[] };

/** Starts to record keys and drawn characters, with the focus in the own text. */
export function watchText(party: Party): Promise<void> {
  return party.evaluate(async () => {
    const find = async <T extends Element>(selector: string): Promise<T> => {
      for (;;) {
        const found = document.querySelector<T>(selector);
        if (found !== null) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const field = await find<HTMLTextAreaElement>('textarea');
    const log = await find<HTMLElement>('[role=log]');
    const typed: number[] = [];
    const shown: number[] = [];
    Object.assign(window, { typed, shown });
    field.focus();
    field.addEventListener(
      'keydown',
      ({ key }) => {
        if (key.length === 1 || key === 'Enter') typed.push(Date.now());
      },
      true,
    );
    const length = () => [...log.children].map(({ textContent }) => textContent).join('\n').length;
    new MutationObserver(() => {
      const now = length();
      // Notes the time after the frame in which the change is drawn.
      requestAnimationFrame(() =>
        setTimeout(() => {
          while (shown.length < now) shown.push(Date.now());
        }),
      );
    }).observe(log, { subtree: true, childList: true, characterData: true });
  });
}

export function readResult(party: Party): Promise<Result> {
  return party.evaluate(() => {
    const { typed, shown } = window as unknown as Watched;
    const lines = [...(document.querySelector('[role=log]')?.children ?? [])];
    return {
      typed,
      shown,
      own: document.querySelector('textarea')?.value ?? '',
      incoming: lines.map(({ textContent }) => textContent).join('\n'),
    };
  });
}

/**
 * Milliseconds from sending on a bare data channel in this page to the frame after its arrival; 200 samples.
 */
export function bareChannel(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const [one, two] = [new RTCPeerConnection(), new RTCPeerConnection()];
    one.onicecandidate = ({ candidate }) => void two.addIceCandidate(candidate ?? undefined);
    two.onicecandidate = ({ candidate }) => void one.addIceCandidate(candidate ?? undefined);
    const options = { negotiated: true, id: 1 };
    const [from, to] = [one.createDataChannel('t', options), two.createDataChannel('t', options)];
    const isOpen = new Promise((resolve) => from.addEventListener('open', resolve));
    await one.setLocalDescription();
    await two.setRemoteDescription(one.localDescription ?? { type: 'offer' });
    await two.setLocalDescription();
    await one.setRemoteDescription(two.localDescription ?? { type: 'answer' });
    await isOpen;
    const waits: number[] = [];
    for (let turn = 0; turn < 200; turn++) {
      const sent = Date.now();
      const drawn = new Promise((resolve) => {
        to.addEventListener('message', () => requestAnimationFrame(() => setTimeout(resolve)), {
          once: true,
        });
      });
      from.send('x');
      await drawn;
      waits.push(Date.now() - sent);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
    }
    one.close();
    two.close();
    return waits;
  });
}
