import type { Clock } from '@samtal/sip';
import { digestHash as hash } from '../crypto/digest-hash.ts';
import { createToken } from '../crypto/secrets.ts';
import type {
  DemoAgent,
  MAILBOX_AGENT,
  TEXT_GATEWAY_AGENT,
  WEB_PUSH_AGENT,
} from '../domain/accounts/demo-accounts.ts';
import { AGENT_LIMITS } from '../domain/limits/limits.ts';
import type { AdmitCall } from './admission/call-admission.ts';
import {
  createGatewayAdmission,
  createMailboxAdmission,
  createPushAdmission,
  createServiceAdmission,
} from './admission/call-admission.ts';
import { createAnswering } from './answering.ts';
import type { OpenCall } from './call/call.ts';
import { callsWith } from './call/call.ts';
import type { MediaThreads } from './media/media-threads.ts';
import { createMediaThreads } from './media/media-threads.ts';
import type { AgentLog, Connect, MessageStore } from './ports.ts';
import type { AgentCall, CreateAgent, ServerAgent } from './server-agent.ts';
import { echo } from './services/echo.ts';
import type { PositionStore } from './services/emergency.ts';
import { createEmergency, createPositionStore } from './services/emergency.ts';
import { ivr } from './services/ivr.ts';
import { createMailbox } from './services/mailbox.ts';
import { createNoAnswer, refusingWith } from './services/refusing.ts';
import type { WebPushAgent, WebPushPorts } from './services/web-push.ts';
import { createWebPushAgent } from './services/web-push.ts';
import { createSipUserAgent } from './sip-user-agent.ts';
import { createGatewayCalls } from './text-gateway/gateway-call.ts';
import type { GatewayOptions } from './text-gateway/gateway-options.ts';

export type AgentName = DemoAgent | typeof MAILBOX_AGENT | typeof WEB_PUSH_AGENT | typeof TEXT_GATEWAY_AGENT;

type AgentAccount = {
  /** User part of the agent's address, and its digest username. */
  readonly username: string;
  readonly password: string;
  readonly agent: AgentName;
};

/** Limits that the operator can set. */
export type AgentLimits = {
  /** Simultaneous calls of the mailbox. */
  readonly mailboxCalls: number;
  /** Minutes that one caller may spend with the mailbox in an hour. */
  readonly mailboxMinutes: number;
  /** Simultaneous calls of the text gateway. */
  readonly textGatewayCalls: number;
  /** Simultaneous calls that have sound, video or a data channel; all agents share this limit. */
  readonly mediaCalls: number;
};

export type ServerAgentsOptions = {
  /** `ws:` or `wss:` address of the SIP server, embedded or external. */
  readonly sipUri: string;
  readonly domain: string;
  readonly accounts: readonly AgentAccount[];
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly connect: Connect;
  /** Stores the positions that callers of `112` send. */
  readonly positions?: PositionStore;
  /** Stores the messages of the mailbox; absent = no mailbox is started. */
  readonly messages?: MessageStore;
  /** Pushes calls for an external SIP server; absent = the agent for it is not started. */
  readonly webPush?: WebPushPorts | undefined;
  /** Connects users with phones that have text over RTP; absent = the agent for it is not started. */
  readonly textGateway?: GatewayOptions | undefined;
  readonly limits: AgentLimits;
};

export type RunningAgents = {
  /** Fulfilled when all agents have registered or been closed; an agent that cannot register keeps trying. */
  readonly ready: Promise<void>;
  /** Whether every agent can be called now. */
  areRegistered(): boolean;
  /** Number of current calls with sound, video or a data channel. */
  mediaCalls(): number;
  close(): Promise<void>;
};

type Tools = {
  readonly media: MediaThreads;
  readonly positions: PositionStore;
  readonly messages: MessageStore | undefined;
  readonly webPush: WebPushAgent | undefined;
};

/** The server agents that answer their calls themselves; the others connect calls. */
type AnsweringAgent = Exclude<AgentName, typeof TEXT_GATEWAY_AGENT>;

function createAgents({
  media,
  positions,
  messages,
  webPush,
}: Tools): Readonly<Record<AnsweringAgent, CreateAgent | undefined>> {
  const answering = (
    call: AgentCall,
    service: ServerAgent,
    more: { returnsMedia?: boolean; awaitsLateText?: boolean } = {},
  ): ServerAgent =>
    createAnswering({
      call,
      service,
      returnsMedia: false,
      openMedia: (report) => media.open(call.caller.address, report),
      ...more,
    });
  return {
    echo: (call) => answering(call, echo, { returnsMedia: true }),
    ivr: (call) => answering(call, ivr),
    busy: refusingWith(486),
    reject: refusingWith(403),
    noanswer: createNoAnswer,
    112: (call) => answering(call, createEmergency(call, positions)),
    mailbox:
      messages &&
      createMailbox(messages, (call, service) => answering(call, service, { awaitsLateText: true })),
    'web-push': webPush?.createAgent,
  };
}

/** Starts the server agents, which answer calls from within this process (decision D28). */
export function startServerAgents({
  accounts,
  messages,
  positions,
  webPush: webPushPorts,
  textGateway,
  limits,
  ...shared
}: ServerAgentsOptions): RunningAgents {
  const media = createMediaThreads({ mostCalls: limits.mediaCalls });
  const webPush = webPushPorts && createWebPushAgent(webPushPorts);
  function admissionOf(agent: AgentName): AdmitCall {
    if (agent === 'web-push') return createPushAdmission();
    if (agent === 'text-gateway') return createGatewayAdmission(limits.textGatewayCalls);
    if (agent !== 'mailbox') return createServiceAdmission(AGENT_LIMITS.calls);
    const { mailboxCalls: calls, mailboxMinutes: minutesPerHour } = limits;
    return createMailboxAdmission({ calls, minutesPerHour }, () => shared.clock.now());
  }
  const creators = createAgents({ media, positions: positions ?? createPositionStore(), messages, webPush });
  function callsOf(agent: AgentName): OpenCall | undefined {
    if (agent === 'text-gateway') return textGateway && createGatewayCalls(textGateway);
    const createAgent = creators[agent];
    return createAgent && callsWith(createAgent);
  }
  const agents = accounts.flatMap(({ username, password, agent }) => {
    const openCall = callsOf(agent);
    if (openCall === undefined) return [];
    const admit = admissionOf(agent);
    const report = agent === 'web-push' ? webPush?.report : undefined;
    return createSipUserAgent({
      ...shared,
      username,
      password,
      openCall,
      admit,
      report,
      hash,
      createToken,
    });
  });
  return {
    ready: Promise.all(agents.map(({ ready }) => ready)).then(() => undefined),
    areRegistered: () => agents.every((agent) => agent.isRegistered()),
    mediaCalls: () => media.count(),
    close: async () => {
      await Promise.all(agents.map((agent) => agent.close()));
      await media.close();
    },
  };
}
