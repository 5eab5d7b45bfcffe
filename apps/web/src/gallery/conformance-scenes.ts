import type { CheckFacts } from '../client/conformance/check-facts.ts';
import { alice } from '../testing/alice.ts';
import type { Scene } from './scene.ts';

const session = alice({}, { conformanceCheck: true, selfTest: true });

/** A call in which some clauses are met, some are not, and some were not measured. */
const facts: CheckFacts = {
  greetedMs: 840,
  text: { transport: 'message', typed: 16, back: 16, slowestSentMs: 251, slowestBackMs: 618 },
  sounding: {
    tones: [1000, 3000, 5000, 7000].map((hertz) => ({ hertz, isHeard: hertz < 4000 })),
    voiceSign: { inSilence: false, inTones: true },
  },
  video: { width: 320, height: 180, framesPerSecond: 17.6 },
  screen: {
    remoteName: 'Echo service',
    received: 'Incoming text',
    sent: 'Your text',
    writer: 'Echo service',
    isApart: true,
  },
};

/** The scenes of the check of EN 301 549 (decision D90). */
export const conformanceScenes: readonly Scene[] = [
  { name: 'self-check', path: '/selfcheck', session },
  { name: 'self-check, running', path: '/selfcheck', session, press: ['selfcheck.start'] },
  {
    name: 'self-check, report',
    path: '/selfcheck',
    session,
    press: ['selfcheck.start'],
    conformance: { ok: true, facts },
  },
  {
    name: 'self-check, not answered',
    path: '/selfcheck',
    session,
    press: ['selfcheck.start'],
    conformance: { ok: false, reason: 'notAnswered' },
  },
];
