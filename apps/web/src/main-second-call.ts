import type { CallClient, SecondCallCode } from '@samtal/call-core';
import { secondCallCode } from '@samtal/call-core/second-call';
import { alertOfSecondCall, type SecondAlertingOptions } from './app/alerting/alert-of-second-call.ts';
import type { CallStreams } from './platform/media/call-streams.ts';

export type SecondCallParts = Omit<SecondAlertingOptions, 'client'> & {
  readonly client: CallClient;
  readonly streams: Pick<CallStreams, 'bringToFront'>;
};

const prepared = new WeakSet<CallClient>();

/** Prepares the page for two calls, once, when the first INVITE comes during a call (decision D85). */
export function prepareSecondCall(parts: SecondCallParts): SecondCallCode {
  const { client, streams } = parts;
  if (prepared.has(client)) return secondCallCode;
  prepared.add(client);
  alertOfSecondCall(parts);
  client.subscribe(() => {
    const { call } = client.getState();
    if ('call' in call) streams.bringToFront(call.call.callId);
  });
  return secondCallCode;
}
