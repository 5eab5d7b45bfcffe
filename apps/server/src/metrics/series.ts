import { CALL_OUTCOMES, LISTED_KINDS } from '@samtal/api-contract';
import { Histogram, type Registry } from 'prom-client';
import { CALL_ENDINGS } from '../domain/calls/call-outcome.ts';
import { GATEWAY_TEXTS, LIMIT_NAMES, MAIL_OUTCOMES, PUSH_OUTCOMES, TEXT_OUTCOMES } from '../domain/meter.ts';
import { createTally } from './tally.ts';

/** Seconds until a user answers: rings are long. */
const RING_BUCKETS = [0.5, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60];
const SIGNALLING_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
const TEXT_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32];
const HTTP_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds of a call: half a minute to two hours. */
const CALL_BUCKETS = [30, 60, 120, 300, 600, 1200, 1800, 3600, 7200];

/** Most series of the counters whose label values come from code in many places. */
const MOST_ROUTES = 400;
const MOST_EVENTS = 150;
const MOST_OTHER = 250;

const single = (values: readonly string[]): string[][] => values.map((value) => [value]);
const pairs = (ones: readonly string[], others: readonly string[]): string[][] =>
  ones.flatMap((one) => others.map((other) => [one, other]));

export type Series = ReturnType<typeof createSeries>;

/** Everything that this process counts or measures, by name, with its help text and labels. */
export function createSeries(registry: Registry) {
  const registers = [registry];
  return {
    sipResponses: createTally(registry, {
      name: 'samtal_sip_responses_total',
      help: 'Final SIP responses that were sent to clients, by method of the request and status.',
      labels: ['method', 'status'],
      expected: pairs(['REGISTER', 'INVITE', 'MESSAGE'], ['200', '403', '404', '480', '500', '503']),
      most: MOST_OTHER,
    }),
    texts: createTally(registry, {
      name: 'samtal_text_messages_total',
      help: 'Texts of calls that were sent by MESSAGE, by what the other client answered.',
      labels: ['outcome'],
      expected: single(TEXT_OUTCOMES),
      most: MOST_OTHER,
    }),
    textDelay: new Histogram({
      name: 'samtal_text_message_seconds',
      help: 'Time from the arrival of a text by MESSAGE to the answer of the other client.',
      buckets: TEXT_BUCKETS,
      registers,
    }),
    setUps: createTally(registry, {
      name: 'samtal_calls_total',
      help: 'Calls by kind (the richest of their media) and by how their set-up ended.',
      labels: ['kind', 'outcome'],
      expected: pairs(LISTED_KINDS, CALL_OUTCOMES),
      most: MOST_OTHER,
    }),
    untilRinging: new Histogram({
      name: 'samtal_call_ringing_seconds',
      help: 'Time from an INVITE to the first device that rings.',
      buckets: SIGNALLING_BUCKETS,
      registers,
    }),
    untilAnswered: new Histogram({
      name: 'samtal_call_setup_seconds',
      help: 'Time from an INVITE to its answer, ringing included; answered calls only.',
      buckets: RING_BUCKETS,
      registers,
    }),
    endings: createTally(registry, {
      name: 'samtal_calls_ended_total',
      help: 'Answered calls that have ended, by kind and by why.',
      labels: ['kind', 'ending'],
      expected: pairs(LISTED_KINDS, CALL_ENDINGS),
      most: MOST_OTHER,
    }),
    callLength: new Histogram({
      name: 'samtal_call_seconds',
      help: 'Length of answered calls.',
      buckets: CALL_BUCKETS,
      registers,
    }),
    gatewayTexts: createTally(registry, {
      name: 'samtal_gateway_texts_total',
      help: 'Texts between users and phones with text over RTP, by what became of them.',
      labels: ['what'],
      expected: single(GATEWAY_TEXTS),
      most: MOST_OTHER,
    }),
    messagesLeft: createTally(registry, {
      name: 'samtal_mailbox_messages_total',
      help: 'Messages that callers have left in mailboxes.',
      labels: [],
      expected: [[]],
      most: 1,
    }),
    mails: createTally(registry, {
      name: 'samtal_mail_deliveries_total',
      help: 'Attempts to deliver a mail to the mail server.',
      labels: ['outcome'],
      expected: single(MAIL_OUTCOMES),
      most: MOST_OTHER,
    }),
    pushes: createTally(registry, {
      name: 'samtal_web_pushes_total',
      help: 'Web pushes, by the answer of the push service.',
      labels: ['outcome'],
      expected: single(PUSH_OUTCOMES),
      most: MOST_OTHER,
    }),
    requests: createTally(registry, {
      name: 'samtal_http_requests_total',
      help: 'HTTP requests by method, pattern of the route and status.',
      labels: ['method', 'route', 'status'],
      most: MOST_ROUTES,
    }),
    requestSeconds: new Histogram({
      name: 'samtal_http_request_seconds',
      help: 'Time to answer HTTP requests; event streams are left out.',
      buckets: HTTP_BUCKETS,
      registers,
    }),
    refusals: createTally(registry, {
      name: 'samtal_limit_refusals_total',
      help: 'What was refused because a limit was reached.',
      labels: ['limit'],
      expected: single(LIMIT_NAMES),
      most: MOST_OTHER,
    }),
    logLines: createTally(registry, {
      name: 'samtal_log_events_total',
      help: 'Lines of the log with the level warn or error, by event.',
      labels: ['level', 'event'],
      expected: [['error', 'request_failed']],
      most: MOST_EVENTS,
    }),
    errorLines: createTally(registry, {
      name: 'samtal_log_errors_total',
      help: 'Lines of the log with the level error.',
      labels: [],
      expected: [[]],
      most: 1,
    }),
  };
}
