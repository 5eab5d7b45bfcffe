import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { abortSignalStatics } from './abort-signals.ts';
import { modalDialogMethods } from './modal-dialogs.ts';
import { randomUUID } from './random-uuid.ts';
import { requestVideoFrameCallback } from './video-frames.ts';

test('D44 the polyfill of timeout aborts like the native one', async () => {
  for (const statics of [abortSignalStatics, AbortSignal]) {
    const signal = statics.timeout(5);
    expect(signal.aborted).toBe(false);
    await vi.waitUntil(() => signal.aborted);
    expect((signal.reason as DOMException).name).toBe('TimeoutError');
  }
});

test.each([[0], [1]])(
  'D44 the polyfill of any aborts with its signal %i, also if that has aborted already',
  (which) => {
    const controllers = [new AbortController(), new AbortController()] as const;
    const before = abortSignalStatics.any(controllers.map(({ signal }) => signal));
    expect(before.aborted).toBe(false);
    controllers[which as 0 | 1].abort('gone');
    const after = abortSignalStatics.any(controllers.map(({ signal }) => signal));
    expect([before.aborted, before.reason, after.aborted, after.reason]).toEqual([
      true,
      'gone',
      true,
      'gone',
    ]);
  },
);

test('D44 the polyfill of random UUID returns version 4, each time another', () => {
  const made = [randomUUID(), randomUUID()];
  for (const uuid of made)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(made).size).toBe(2);
});

test('D44 the polyfill of the frame callback counts the frames of a camera', async () => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: true });
  const video = document.createElement('video');
  onTestFinished(() => {
    for (const track of stream.getTracks()) track.stop();
    video.remove();
  });
  document.body.append(video);
  video.muted = true;
  video.srcObject = stream;
  await video.play();
  const began = performance.now();
  for (let count = 0; count < 5; count += 1)
    await new Promise((resolve) => void requestVideoFrameCallback.call(video, resolve));
  expect(performance.now() - began).toBeGreaterThan(5 * 10);
});

/** An element without its own methods, like `dialog` in browsers that do not know it. */
function createModal(): { readonly modal: HTMLElement; readonly buttons: readonly HTMLElement[] } {
  const outside = document.createElement('button');
  const modal = document.createElement('section');
  modal.innerHTML = '<button>One</button><input><button disabled>Off</button><button>Two</button>';
  document.body.append(outside, modal);
  onTestFinished(() => {
    modalDialogMethods.close.call(modal);
    outside.remove();
    modal.remove();
  });
  outside.focus();
  modalDialogMethods.showModal.call(modal);
  return { modal, buttons: [outside, ...modal.querySelectorAll<HTMLElement>('button:enabled, input')] };
}

test('D44 the polyfill of modal dialogs takes the focus, keeps it for Tab, and restores it', async () => {
  const { modal, buttons } = createModal();
  const [outside, one, field, two] = buttons;
  expect([modal.hasAttribute('open'), document.activeElement]).toEqual([true, one]);
  const seen = [];
  for (const keys of ['{Tab}', '{Tab}', '{Tab}', '{Shift>}{Tab}{/Shift}']) {
    await userEvent.keyboard(keys);
    seen.push(document.activeElement);
  }
  expect(seen).toEqual([field, two, one, two]);
  modalDialogMethods.close.call(modal);
  expect([modal.hasAttribute('open'), document.activeElement]).toEqual([false, outside]);
});

test('D44 Escape closes a modal dialog of the polyfill, unless a listener prevents it', async () => {
  const { modal } = createModal();
  const prevent = (event: Event): void => event.preventDefault();
  modal.addEventListener('cancel', prevent);
  await userEvent.keyboard('{Escape}');
  expect(modal.hasAttribute('open')).toBe(true);
  modal.removeEventListener('cancel', prevent);
  await userEvent.keyboard('{Escape}');
  expect(modal.hasAttribute('open')).toBe(false);
});
