import { expect, test } from 'vitest';
import { chooseLaunchMode } from './launch-mode.ts';

const nothing = {
  options: [],
  mode: undefined,
  nodeEnvironment: undefined,
  host: '127.0.0.1',
  publicUrl: undefined,
};

test.each([
  [{}],
  [{ nodeEnvironment: 'development' }],
  [{ host: 'localhost' }],
  [{ host: '::1' }],
  [{ publicUrl: 'http://127.0.0.1:8080' }],
])('D43 without SAMTAL_MODE a start on loopback is the demo: %j', (given) => {
  expect(chooseLaunchMode({ ...nothing, ...given })).toEqual({
    ok: true,
    mode: 'demo',
    isForLan: false,
    warnings: [],
  });
});

test.each([
  [{ nodeEnvironment: 'production' }, 'NODE_ENV is production'],
  [{ publicUrl: 'https://calls.example' }, 'PUBLIC_URL begins with https:'],
  [{ publicUrl: 'HTTPS://calls.example' }, 'PUBLIC_URL begins with https:'],
  [{ host: '0.0.0.0' }, 'HOST is not a loopback address'],
  [{ host: '::' }, 'HOST is not a loopback address'],
  [{ host: '0' }, 'HOST is not a loopback address'],
  [{ host: '192.0.2.1' }, 'HOST is not a loopback address'],
  [{ host: 'calls.example' }, 'HOST is not a loopback address'],
  [
    { host: '0.0.0.0', publicUrl: 'https://calls.example', nodeEnvironment: 'production' },
    'NODE_ENV is production',
  ],
])('D43 without SAMTAL_MODE a start that others can reach is refused: %j', (given, reason) => {
  expect(chooseLaunchMode({ ...nothing, ...given })).toEqual({
    ok: false,
    problem: `SAMTAL_MODE: must be set, because ${reason}. Set SAMTAL_MODE=production to serve real accounts, or SAMTAL_MODE=demo to show the demo accounts, whose passwords are published.`,
  });
});

test.each(['production', 'demo', 'test'] as const)('D43 SAMTAL_MODE=%s sets the mode', (mode) => {
  const open = { nodeEnvironment: 'production', host: '0.0.0.0', publicUrl: 'https://calls.example' };
  expect(chooseLaunchMode({ ...nothing, ...open, mode })).toMatchObject({ ok: true, mode });
});

test.each([
  ['demo', { host: '0.0.0.0' }, 1],
  ['demo', { publicUrl: 'https://calls.example' }, 1],
  ['demo', { host: '0.0.0.0', publicUrl: 'https://calls.example' }, 1],
  ['demo', { nodeEnvironment: 'production' }, 0],
  ['demo', {}, 0],
  ['test', { host: '0.0.0.0' }, 1],
  ['test', {}, 0],
  ['production', { host: '0.0.0.0', publicUrl: 'https://calls.example' }, 0],
] as const)('D43 in %s mode with %j there are %i warnings', (mode, given, count) => {
  const choice = chooseLaunchMode({ ...nothing, ...given, mode });
  if (!choice.ok) throw new Error(choice.problem);
  expect(choice.warnings).toHaveLength(count);
  for (const warning of choice.warnings) expect(warning).toMatch(/^SAMTAL_MODE: [^\n]+$/);
});

test.each([
  [['--port=80'], '--port=80'],
  [['production'], 'production'],
  [['--lan', '--x'], '--x'],
  [['--lan=8443'], '--lan=8443'],
])('D43 the start refuses the arguments %j', (options, named) => {
  const choice = chooseLaunchMode({ ...nothing, options, mode: 'demo' });
  expect(choice).toEqual({
    ok: false,
    problem: `Unknown option "${named}". The only option is --lan; environment variables configure the server (docs/operating.md).`,
  });
});

test.each([undefined, 'demo'] as const)(
  'D43 D95 --lan opens the demo to the network and warns of its passwords, with SAMTAL_MODE=%s',
  (mode) => {
    expect(chooseLaunchMode({ ...nothing, options: ['--lan'], mode })).toEqual({
      ok: true,
      mode: 'demo',
      isForLan: true,
      warnings: [
        'SAMTAL_MODE: this is the demo mode and --lan opens it to your network; everyone who reaches it can log in with the published passwords.',
      ],
    });
  },
);

test.each([
  [{ mode: 'production' as const }, 'SAMTAL_MODE is production'],
  [{ mode: 'test' as const }, 'SAMTAL_MODE is test'],
  [{ publicUrl: 'https://calls.example' }, 'PUBLIC_URL must not be set'],
  [{ host: '0.0.0.0' }, 'HOST must be a loopback address'],
  [{ nodeEnvironment: 'production' }, 'NODE_ENV is production'],
])('D43 D95 --lan is refused with %j', (given, reason) => {
  const choice = chooseLaunchMode({ ...nothing, options: ['--lan'], ...given });
  expect(choice).toEqual({ ok: false, problem: expect.stringContaining(reason) });
});
