import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Meter } from '../domain/meter.ts';
import { httpMethodLabel, sipMethodLabel, sipStatusLabel } from './labels.ts';
import { createSeries, type Series } from './series.ts';

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

const createMeter = (series: Series): Meter => ({
  sipResponded: (method, status) => series.sipResponses(sipMethodLabel(method), sipStatusLabel(status)),
  textPassed(outcome, delayMs) {
    series.texts(outcome);
    series.textDelay.observe(delayMs / 1000);
  },
  httpAnswered({ method, route, status, ms }) {
    series.requests(httpMethodLabel(method), route ?? 'none', String(status));
    if (ms !== undefined) series.requestSeconds.observe(ms / 1000);
  },
  refused: (limit) => series.refusals(limit),
  callRang: (afterMs) => series.untilRinging.observe(afterMs / 1000),
  callSetUp(kind, outcome, afterMs) {
    series.setUps(kind, outcome);
    if (outcome === 'answered') series.untilAnswered.observe(afterMs / 1000);
  },
  callEnded(kind, ending, lengthMs) {
    series.endings(kind, ending);
    series.callLength.observe(lengthMs / 1000);
  },
  messageLeft: () => series.messagesLeft(),
  gatewayText: (what) => series.gatewayTexts(what),
  mailDelivered: (outcome) => series.mails(outcome),
  pushed: (outcome) => series.pushes(outcome),
  logged(level, event) {
    series.logLines(level, event);
    if (level === 'error') series.errorLines();
  },
});

/** Creates the metrics of this process; they hold no name, no address and no text of a user. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];

  const series = createSeries(registry);
  return {
    meter: createMeter(series),
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
