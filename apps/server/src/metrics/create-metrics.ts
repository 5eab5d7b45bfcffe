import { CALL_OUTCOMES, LISTED_KINDS } from '@samtal/api-contract';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CALL_ENDINGS } from '../domain/calls/call-outcome.ts';
import {
  GATEWAY_TEXTS,
  LIMIT_NAMES,
  MAIL_OUTCOMES,
  type Meter,
  PUSH_OUTCOMES,
  TEXT_OUTCOMES,
} from '../domain/meter.ts';
import { httpMethodLabel, sipMethodLabel, sipStatusLabel } from './labels.ts';
import { createTally } from './tally.ts';

/** A number that is asked for when the metrics are read, for each value of its label. */
export type Reading = {
  readonly name: string;
  readonly help: string;
  /** Absent = one number without a label. */
  readonly label?: string;
  /** The number, or the numbers by value of the label; rejects or returns nothing when there is none now. */
  readonly read: () =>
    | number
    | Readonly<Record<string, number>>
    | Promise<number | Readonly<Record<string, number>>>;
};

export type Metrics = {
  readonly meter: Meter;
  /** Adds numbers that are asked for when the metrics are read. */
  observe(readings: readonly Reading[]): void;
  /** The metrics in the text format of Prometheus, and its content type. */
  text(): Promise<string>;
  readonly contentType: string;
};

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

/** Creates the metrics of this process; they hold no name, no address and no text of a user. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];

  const sipResponses = createTally(registry, {
    name: 'samtal_sip_responses_total',
    help: 'Final SIP responses that were sent to clients, by method of the request and status.',
    labels: ['method', 'status'],
    expected: pairs(['REGISTER', 'INVITE', 'MESSAGE'], ['200', '403', '404', '480', '500', '503']),
    most: MOST_OTHER,
  });
  const texts = createTally(registry, {
    name: 'samtal_text_messages_total',
    help: 'Texts of calls that were sent by MESSAGE, by what the other client answered.',
    labels: ['outcome'],
    expected: single(TEXT_OUTCOMES),
    most: MOST_OTHER,
  });
  const textDelay = new Histogram({
    name: 'samtal_text_message_seconds',
    help: 'Time from the arrival of a text by MESSAGE to the answer of the other client.',
    buckets: TEXT_BUCKETS,
    registers,
  });
  const setUps = createTally(registry, {
    name: 'samtal_calls_total',
    help: 'Calls by kind (the richest of their media) and by how their set-up ended.',
    labels: ['kind', 'outcome'],
    expected: pairs(LISTED_KINDS, CALL_OUTCOMES),
    most: MOST_OTHER,
  });
  const untilRinging = new Histogram({
    name: 'samtal_call_ringing_seconds',
    help: 'Time from an INVITE to the first device that rings.',
    buckets: SIGNALLING_BUCKETS,
    registers,
  });
  const untilAnswered = new Histogram({
    name: 'samtal_call_setup_seconds',
    help: 'Time from an INVITE to its answer, ringing included; answered calls only.',
    buckets: RING_BUCKETS,
    registers,
  });
  const endings = createTally(registry, {
    name: 'samtal_calls_ended_total',
    help: 'Answered calls that have ended, by kind and by why.',
    labels: ['kind', 'ending'],
    expected: pairs(LISTED_KINDS, CALL_ENDINGS),
    most: MOST_OTHER,
  });
  const callLength = new Histogram({
    name: 'samtal_call_seconds',
    help: 'Length of answered calls.',
    buckets: CALL_BUCKETS,
    registers,
  });
  const gatewayTexts = createTally(registry, {
    name: 'samtal_gateway_texts_total',
    help: 'Texts between users and phones with text over RTP, by what became of them.',
    labels: ['what'],
    expected: single(GATEWAY_TEXTS),
    most: MOST_OTHER,
  });
  const messagesLeft = createTally(registry, {
    name: 'samtal_mailbox_messages_total',
    help: 'Messages that callers have left in mailboxes.',
    labels: [],
    expected: [[]],
    most: 1,
  });
  const mails = createTally(registry, {
    name: 'samtal_mail_deliveries_total',
    help: 'Attempts to deliver a mail to the mail server.',
    labels: ['outcome'],
    expected: single(MAIL_OUTCOMES),
    most: MOST_OTHER,
  });
  const pushes = createTally(registry, {
    name: 'samtal_web_pushes_total',
    help: 'Web pushes, by the answer of the push service.',
    labels: ['outcome'],
    expected: single(PUSH_OUTCOMES),
    most: MOST_OTHER,
  });
  const requests = createTally(registry, {
    name: 'samtal_http_requests_total',
    help: 'HTTP requests by method, pattern of the route and status.',
    labels: ['method', 'route', 'status'],
    most: MOST_ROUTES,
  });
  const requestSeconds = new Histogram({
    name: 'samtal_http_request_seconds',
    help: 'Time to answer HTTP requests; event streams are left out.',
    buckets: HTTP_BUCKETS,
    registers,
  });
  const refusals = createTally(registry, {
    name: 'samtal_limit_refusals_total',
    help: 'What was refused because a limit was reached.',
    labels: ['limit'],
    expected: single(LIMIT_NAMES),
    most: MOST_OTHER,
  });
  const logLines = createTally(registry, {
    name: 'samtal_log_events_total',
    help: 'Lines of the log with the level warn or error, by event.',
    labels: ['level', 'event'],
    expected: [['error', 'request_failed']],
    most: MOST_EVENTS,
  });
  const errorLines = createTally(registry, {
    name: 'samtal_log_errors_total',
    help: 'Lines of the log with the level error.',
    labels: [],
    expected: [[]],
    most: 1,
  });

  return {
    meter: {
      sipResponded: (method, status) => sipResponses(sipMethodLabel(method), sipStatusLabel(status)),
      textPassed(outcome, delayMs) {
        texts(outcome);
        textDelay.observe(delayMs / 1000);
      },
      httpAnswered({ method, route, status, ms }) {
        requests(httpMethodLabel(method), route ?? 'none', String(status));
        if (ms !== undefined) requestSeconds.observe(ms / 1000);
      },
      refused: (limit) => refusals(limit),
      callRang: (afterMs) => untilRinging.observe(afterMs / 1000),
      callSetUp(kind, outcome, afterMs) {
        setUps(kind, outcome);
        if (outcome === 'answered') untilAnswered.observe(afterMs / 1000);
      },
      callEnded(kind, ending, lengthMs) {
        endings(kind, ending);
        callLength.observe(lengthMs / 1000);
      },
      messageLeft: () => messagesLeft(),
      gatewayText: (what) => gatewayTexts(what),
      mailDelivered: (outcome) => mails(outcome),
      pushed: (outcome) => pushes(outcome),
      logged(level, event) {
        logLines(level, event);
        if (level === 'error') errorLines();
      },
    },
    observe(readings) {
      for (const { name, help, label, read } of readings) {
        const gauge = new Gauge({
          name,
          help,
          labelNames: label === undefined ? [] : [label],
          registers,
          async collect() {
            gauge.reset();
            try {
              const value = await read();
              if (typeof value === 'number') gauge.set(value);
              else if (label !== undefined)
                for (const [each, number] of Object.entries(value)) gauge.set({ [label]: each }, number);
            } catch {
              // A number that cannot be read is left out; the others are shown.
              gauge.remove();
            }
          },
        });
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
