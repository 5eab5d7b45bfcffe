import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMetrics } from './create-metrics.ts';
import { samplesIn } from './testing/samples.ts';

const scrape = async (metrics: { text(): Promise<string> }) => samplesIn(await metrics.text());

test('D92 what has not happened yet is 0, so that its first time is an increase', async () => {
  const samples = await scrape(createMetrics());
  for (const series of [
    'samtal_calls_total{kind="text",outcome="failed"}',
    'samtal_calls_ended_total{kind="video",ending="connectionLost"}',
    'samtal_sip_responses_total{method="REGISTER",status="403"}',
    'samtal_text_messages_total{outcome="timedOut"}',
    'samtal_limit_refusals_total{limit="calls"}',
    'samtal_mail_deliveries_total{outcome="failed"}',
    'samtal_web_pushes_total{outcome="failed"}',
    'samtal_mailbox_messages_total',
    'samtal_log_errors_total',
  ])
    expect([series, samples.get(series)]).toEqual([series, 0]);
  expect([...samples.keys()].some((name) => name.startsWith('nodejs_eventloop_lag_p99'))).toBe(true);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('D92 events are counted by their labels, and times in seconds', async () => {
  const metrics = createMetrics();
  const { meter } = metrics;
  meter.sipResponded('REGISTER', 200);
  meter.sipResponded('REGISTER', 200);
  meter.textPassed('delivered', 20);
  meter.callRang(40);
  meter.callSetUp('text', 'answered', 4000);
  meter.callSetUp('voice', 'busy', 90_000);
  meter.callEnded('text', 'hungUp', 61_000);
  meter.logged('error', 'request_failed');
  meter.logged('warn', 'push_failed');
  meter.httpAnswered({ method: 'GET', route: '/health', status: 200, ms: 3 });
  meter.httpAnswered({ method: 'GET', route: '/events', status: 200, ms: undefined });
  const samples = await scrape(metrics);
  expect(samples.get('samtal_sip_responses_total{method="REGISTER",status="200"}')).toBe(2);
  expect(samples.get('samtal_text_message_seconds_bucket{le="0.025"}')).toBe(1);
  expect(samples.get('samtal_call_ringing_seconds_sum')).toBe(0.04);
  // The time of a refused call says nothing about how fast calls are set up.
  expect(samples.get('samtal_call_setup_seconds_sum')).toBe(4);
  expect(samples.get('samtal_calls_total{kind="voice",outcome="busy"}')).toBe(1);
  expect(samples.get('samtal_call_seconds_sum')).toBe(61);
  expect(samples.get('samtal_log_errors_total')).toBe(1);
  expect(samples.get('samtal_log_events_total{level="warn",event="push_failed"}')).toBe(1);
  expect(samples.get('samtal_http_requests_total{method="GET",route="/events",status="200"}')).toBe(1);
  expect(samples.get('samtal_http_request_seconds_count')).toBe(1);
});

test('D92 words and numbers of strangers make no series of their own', async () => {
  const metrics = createMetrics();
  const before = (await scrape(metrics)).size;
  for (let n = 0; n < 3000; n++) {
    const word = randomBytes(6).toString('hex');
    metrics.meter.sipResponded(word, 100 + (n % 900));
    metrics.meter.httpAnswered({ method: word, route: undefined, status: 404, ms: 1 });
  }
  const samples = await scrape(metrics);
  expect(samples.size - before).toBeLessThan(50);
  expect(samples.get('samtal_http_requests_total{method="other",route="none",status="404"}')).toBe(3000);
});

test('D92 a counter keeps a limited number of series, whoever names them, and loses no event', async () => {
  const metrics = createMetrics();
  for (let n = 0; n < 5000; n++) {
    metrics.meter.logged('warn', `event_${n}`);
    metrics.meter.httpAnswered({ method: 'GET', route: `/route/${n}`, status: 200, ms: 1 });
  }
  const samples = [...(await scrape(metrics))];
  for (const [name, most] of [
    ['samtal_log_events_total', 152],
    ['samtal_http_requests_total', 402],
  ] as const) {
    const own = samples.filter(([series]) => series.startsWith(`${name}{`));
    expect(own.length).toBeLessThan(most);
    expect(own.reduce((sum, [, value]) => sum + value, 0)).toBe(5000);
  }
});

test('D92 a number that cannot be read is left out, and the others are shown', async () => {
  const metrics = createMetrics();
  metrics.observe([
    { name: 'samtal_lost', help: 'x', read: () => Promise.reject(new Error('gone')) },
    { name: 'samtal_kept', help: 'x', read: () => 7 },
    { name: 'samtal_parts', help: 'x', label: 'part', read: () => ({ disk: 0, sip: 1 }) },
  ]);
  const samples = await scrape(metrics);
  expect(samples.has('samtal_lost')).toBe(false);
  expect(samples.get('samtal_kept')).toBe(7);
  expect(samples.get('samtal_parts{part="disk"}')).toBe(0);
});
