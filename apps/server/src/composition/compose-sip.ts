import type { Brand } from '@samtal/api-contract';
import type { Logger } from 'pino';
import type { DoNotDisturbService } from '../accounts/do-not-disturb.ts';
import { closeLostCalls } from '../call-records/close-lost-calls.ts';
import { createRecordWriter } from '../call-records/record-writer.ts';
import { watchCalls } from '../call-records/watch-calls.ts';
import type { Config } from '../config/config.ts';
import { createToken } from '../crypto/secrets.ts';
import { MAILBOX_AGENT, TEXT_GATEWAY_AGENT } from '../domain/accounts/demo-accounts.ts';
import type { ChangeBus } from '../domain/change-bus.ts';
import { loggedCallId } from '../domain/event-log.ts';
import type { Meter } from '../domain/meter.ts';
import type { MissedCall } from '../domain/people/incoming-call.ts';
import { createMessageStore, type StoredMessage } from '../mailbox/message-store.ts';
import type { UnansweredCallStore } from '../mailbox/unanswered-call-store.ts';
import { createMailboxWatch } from '../mailbox/watch-mailbox.ts';
import { createAccountDirectory } from '../sip/account-directory.ts';
import { createSavedDialogs } from '../sip/routing/dialogs/saved-dialogs.ts';
import { createSipServer } from '../sip/sip-server.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import type { WebPush } from '../web-push/web-push.ts';
import { clock, elapsedMs } from './clock.ts';

type Parts = {
  readonly config: Config;
  readonly brand: Brand;
  readonly repositories: Repositories;
  readonly changes: ChangeBus;
  readonly unansweredCalls: UnansweredCallStore;
  readonly webPush: WebPush | undefined;
  readonly doNotDisturb: DoNotDisturbService;
  readonly meter: Meter;
  readonly log: Logger;
};

/** How long calls wait for an end that has lost its connection; undefined = not at all (decision D15). */
const keepCallsMsOf = ({ features, sip }: Brand): number | undefined =>
  features.callContinuity === false ? undefined : sip.interruptionLimit * 1000;

/**
 * Creates the SIP server with the calls that were established before a restart, and the stores of mailbox messages
 * and missed calls. `agentWebPush` has the ports of the server agent that pushes calls for an external SIP server;
 * it is undefined with the embedded one.
 */
export async function composeSip({
  config,
  brand,
  repositories,
  changes,
  unansweredCalls,
  webPush,
  meter,
  doNotDisturb,
  log,
}: Parts) {
  const { limits, sipDomain } = config;
  const pushMessage = async (message: StoredMessage): Promise<void> => {
    if (webPush === undefined || (await doNotDisturb.isOn(message.callee))) return;
    webPush.pushMessage(
      message,
      (address, instance) =>
        sipServer.isRegistered(address, instance) || message.registered.includes(instance),
    );
  };
  const messages = createMessageStore(repositories, changes, (message) => {
    meter.messageLeft();
    void pushMessage(message);
  });
  const { callRecords } = repositories;
  const recordWriter =
    config.callRecordDays === 0 ? undefined : createRecordWriter({ repository: callRecords, clock, log });
  const calls = watchCalls({
    meter,
    log,
    records: recordWriter,
    earlier: await callRecords.listOpen(),
    now: clock.now,
    elapsedMs,
    createId: createToken,
  });
  const missed = (call: MissedCall): void => {
    log.info({ event: 'missed_call', cause: call.cause, callId: loggedCallId(call.callId) });
    unansweredCalls
      .missed(call)
      .catch((error: unknown) =>
        log.error({ event: 'missed_call_not_stored', err: error, callId: loggedCallId(call.callId) }),
      );
  };
  const keepCallsMs = keepCallsMsOf(brand);
  const { dialogs } = repositories;
  const savedDialogs = keepCallsMs === undefined ? undefined : createSavedDialogs(dialogs, log);
  const sipServer = createSipServer({
    domain: sipDomain,
    directory: createAccountDirectory(repositories, clock.now),
    clock,
    elapsedMs,
    log,
    meter,
    calls,
    limits,
    missed,
    keepCallsMs,
    savedDialogs,
    pushCall: webPush?.pushCall,
    doNotDisturb,
    watchMailbox: createMailboxWatch(repositories, changes),
    textGateway: config.textGateway && `${TEXT_GATEWAY_AGENT}@${sipDomain}`,
    mailbox: {
      address: `${MAILBOX_AGENT}@${sipDomain}`,
      answersFor: async (address) => (await messages.findMailbox(address)) !== undefined,
    },
  });
  if (savedDialogs === undefined) await dialogs.clear();
  else sipServer.restore(await dialogs.list());
  await closeLostCalls(callRecords, calls.lost());
  const agentWebPush =
    config.sipEngine === 'external' && webPush !== undefined
      ? { pushCall: webPush.pushCall, missed }
      : undefined;
  async function callsStored(): Promise<void> {
    await savedDialogs?.settled();
    await recordWriter?.close();
  }
  return { sipServer, calls, messages, agentWebPush, callsStored };
}
