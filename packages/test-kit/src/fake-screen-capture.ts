import type { OutsideEvent, ScreenCapture } from '@samtal/call-core';

export type FakeScreenCapture = ScreenCapture & {
  /** What the user does when asked what to share: chooses, chooses nothing, may not, or waits. */
  choice: 'screen' | 'none' | 'denied' | 'wait';
  /** The calls in which a screen is being captured. */
  readonly captured: ReadonlySet<string>;
  /** The user chooses, after having waited. */
  choose(callId: string): void;
  /** The user ends the capture with the browser's own button. */
  endByBrowser(callId: string): void;
};

/** The screen of a device, for tests. */
export function createFakeScreenCapture(emit: (event: OutsideEvent) => void): FakeScreenCapture {
  const asked = new Set<string>();
  const captured = new Set<string>();
  const fake: FakeScreenCapture = {
    choice: 'screen',
    captured,
    choose(callId) {
      if (!asked.delete(callId)) return;
      captured.add(callId);
      emit({ type: 'screenOpened', callId });
    },
    endByBrowser(callId) {
      if (captured.delete(callId)) emit({ type: 'screenEnded', callId });
    },
    open(callId) {
      asked.add(callId);
      if (fake.choice === 'screen') fake.choose(callId);
      else if (fake.choice !== 'wait') {
        asked.delete(callId);
        emit({ type: 'screenFailed', callId, ...(fake.choice === 'denied' ? { why: 'denied' } : {}) });
      }
    },
    close(callId) {
      asked.delete(callId);
      captured.delete(callId);
    },
  };
  return fake;
}
