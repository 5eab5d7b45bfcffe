import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../sip-clients/client.ts';

/** Five calls a second with four texts each. */
const CALL_EVERY_MS = 200;
const TEXT_AFTER_MS = 2000;
const TEXTS = 4;
/** A binding lasts 600 s. */
const RENEW_AFTER_MS = 540_000;

export type Counts = {
  readonly calls: number;
  readonly texts: number;
  readonly renewals: number;
  readonly failures: readonly string[];
  /** Milliseconds from the first INVITE to 180, and from a text to its 200. */
  readonly ringing: readonly number[];
  readonly delivery: readonly number[];
};

/** Keeps calls, texts and renewed registrations going until `end`; what has begun goes on to its end. */
export function startLoad(clients: readonly Client[], { delayMs }: { readonly delayMs: number }) {
  const half = Math.floor(clients.length / 2);
  const counts = { calls: 0, texts: 0, renewals: 0 };
  const failures: string[] = [];
  const ringing: number[] = [];
  const delivery: number[] = [];
  let isEnded = false;

  function expectOk(status: number, what: string): void {
    if (status !== 200) failures.push(`${what} was answered ${status}`);
  }

  async function sendText(sender: Client, callId: string): Promise<void> {
    const began = performance.now();
    expectOk(await sender.messageIn(callId), 'MESSAGE');
    delivery.push(performance.now() - began);
    counts.texts += 1;
  }

  async function makeCall(caller: Client, callee: Client): Promise<void> {
    const { callId, ringingMs } = await caller.call(callee.username);
    ringing.push(ringingMs);
    for (let text = 0; text < TEXTS; text++) {
      await wait(TEXT_AFTER_MS);
      await sendText(text % 2 === 0 ? caller : callee, callId);
    }
    await wait(TEXT_AFTER_MS);
    expectOk(await caller.hangUp(callId), 'BYE');
    counts.calls += 1;
  }

  /** Runs `task` with a number that grows, at even times, whether the earlier ones have ended or not. */
  async function repeat(everyMs: number, task: (index: number) => Promise<unknown>): Promise<void> {
    const began = performance.now() + delayMs;
    for (let index = 0; ; index++) {
      await wait(Math.max(0, began + index * everyMs - performance.now()));
      if (isEnded) return;
      task(index).catch((error: unknown) => failures.push(String(error)));
    }
  }

  for (const { closed } of clients)
    void closed.then((code) => isEnded || failures.push(`a connection was closed with ${code}`));
  void repeat(CALL_EVERY_MS, async (index) => {
    const [caller, callee] = [clients[index % half], clients[half + (index % half)]];
    if (caller !== undefined && callee !== undefined) await makeCall(caller, callee);
  });
  void repeat(RENEW_AFTER_MS / clients.length, async (index) => {
    expectOk((await clients[index % clients.length]?.register()) ?? 0, 'REGISTER');
    counts.renewals += 1;
  });
  return {
    counts: (): Counts => ({ ...counts, failures, ringing, delivery }),
    end(): void {
      isEnded = true;
    },
  };
}
