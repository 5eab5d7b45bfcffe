/** The thread of one WebRTC stack. An exception or a full heap ends its call, but not the server. */
import { parentPort } from 'node:worker_threads';
import type { Clock } from '@samtal/sip';
import type { StackOrder, ThreadReport } from './stack-messages.ts';
import { createWebRtcStack } from './webrtc-stack.ts';

const clock: Clock = {
  now: Date.now,
  setTimer(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
const report = (event: ThreadReport): void => parentPort?.postMessage(event, []);
const stack = createWebRtcStack(clock, report);

parentPort?.on('message', (order: StackOrder) => {
  if (order.do === 'reportAlive') report({ type: 'alive' });
  else if (order.do === 'sendText') stack.sendText(order.text);
  else
    stack.answer(order.offer).catch((error: unknown) => {
      report({ type: 'failed', reason: error instanceof Error ? error.message : 'no answer' });
    });
});
