import type { Clock, Log } from '@samtal/call-core';
import type { HistoryApi } from '../../client/ports/history-api.ts';
import type { MessagesApi } from '../../client/ports/messages-api.ts';
import type { PushEvents } from '../../client/records/push.ts';
import type { ApiRequest } from './api-request.ts';
import { createHistoryApi } from './history-api.ts';
import { createMessagesApi } from './messages-api.ts';
import { createPushEvents } from './push-events.ts';

export type RecordPorts = {
  readonly messagesApi: MessagesApi;
  readonly historyApi: HistoryApi;
  readonly push: PushEvents;
};

/** The APIs for messages, history and their changes. */
export function createRecordPorts(request: ApiRequest, server: string, clock: Clock, log: Log): RecordPorts {
  // Missing outside a secure context, although its type says otherwise.
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  return {
    messagesApi: createMessagesApi(request),
    historyApi: createHistoryApi(request),
    push: createPushEvents({ server, clock, random: Math.random, log, locks }),
  };
}
