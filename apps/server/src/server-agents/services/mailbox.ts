import type { DecoderState } from '@samtal/realtime-text';
import { applyToText, decode, initialDecoder, LINE_SEPARATOR } from '@samtal/realtime-text';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import { textsFor } from '../../texts/texts.ts';
import type { MailboxOwner, MessageStore } from '../ports.ts';
import type { AgentCall, AgentEffect, AgentEvent, CreateAgent, ServerAgent } from '../server-agent.ts';

/** The lines of `text` as T.140: each ends with U+2028. */
const linesOf = (text: string): string => text.replaceAll(/\r\n|\r|\n/g, LINE_SEPARATOR) + LINE_SEPARATOR;

/**
 * Stores the caller's text while it is typed, as one message that changes with each letter and correction.
 * Writes run one after the other; changes that arrive during a write are written together after it.
 */
function createRecording(store: MessageStore, call: AgentCall, callee: string) {
  const { caller, registered = [] } = call;
  const id = store.open({ callee, caller, registered, at: call.clock.now() });
  let decoder: DecoderState = initialDecoder;
  let text = '';
  let written: Promise<void> = id.then(nothing);
  let next: Promise<void> | undefined;
  written.catch(nothing);

  async function write(before: Promise<void>): Promise<void> {
    await before.catch(nothing);
    next = undefined;
    await store.update(await id, text);
  }

  /** Fulfilled when all text up to now is stored. */
  function save(): Promise<void> {
    if (next !== undefined) return next;
    next = write(written);
    written = next;
    // The caller of `save` gets the error; without this handler an unhandled rejection would end the process.
    written.catch(nothing);
    return next;
  }

  return {
    opened: id.then(nothing),
    hasRoomFor: (characters: string): boolean =>
      text.length + characters.length <= AGENT_LIMITS.mailboxLength,
    take(characters: string): Promise<void> {
      const result = decode(decoder, characters);
      decoder = result.state;
      text = applyToText(text, result.elements);
      return save();
    },
    async close(): Promise<void> {
      // The caller already knows of text that could not be stored; the message is closed anyway.
      await written.catch(nothing);
      await store.close(await id);
    },
  };
}

/** Sends the greeting of the owner, and stores the caller's text until BYE or for 120 s. */
function createMailboxService(
  call: AgentCall,
  store: MessageStore,
  callee: string,
  owner: MailboxOwner,
): ServerAgent {
  let recording: ReturnType<typeof createRecording> | undefined;
  let stopTimer = nothing;

  function begin(): readonly AgentEffect[] {
    recording = createRecording(store, call, callee);
    recording.opened.catch((error: unknown) => {
      call.log.warn({ event: 'mailbox_message_not_opened', err: error });
      call.act(() => [{ do: 'hangUp' }]);
    });
    stopTimer = call.clock.setTimer(AGENT_LIMITS.mailboxMs, () => call.act(() => [{ do: 'hangUp' }]));
    const greeting = owner.greeting.trim();
    const sentence = linesOf(textsFor(owner.language)('mailboxGreeting', { name: owner.name }));
    return [{ do: 'sendText', text: greeting === '' ? sentence : sentence + linesOf(greeting) }];
  }

  function end(): readonly AgentEffect[] {
    stopTimer();
    if (recording === undefined) return [];
    const closed = recording.close();
    closed.catch((error: unknown) => call.log.warn({ event: 'mailbox_message_not_closed', err: error }));
    return [{ do: 'takeAfter', stored: closed }];
  }

  return (event) => {
    if (event.type === 'established') return begin();
    if (event.type === 'ended') return end();
    if (event.type !== 'textReceived' || recording === undefined) return [];
    if (!recording.hasRoomFor(event.text))
      return [
        { do: 'takeAfter', stored: Promise.reject(new Error('the message is too long')) },
        { do: 'hangUp' },
      ];
    return [{ do: 'takeAfter', stored: recording.take(event.text) }];
  };
}

/**
 * The server agent for calls that are diverted because the callee did not answer. Diversion names the owner
 * of the mailbox; a direct call to the mailbox, or a call for a user without a mailbox, gets 480.
 * @param answer creates the `ServerAgent` that connects the service to the text transport
 */
export const createMailbox =
  (store: MessageStore, answer: (call: AgentCall, service: ServerAgent) => ServerAgent): CreateAgent =>
  (call) => {
    const callee = call.divertedFrom;
    let agent: ServerAgent | undefined;
    let hasEnded = false;

    async function invite(event: AgentEvent): Promise<void> {
      const owner = callee === undefined ? undefined : await store.findMailbox(callee);
      if (hasEnded) return;
      call.act(() => {
        if (callee === undefined || owner === undefined) return [{ do: 'refuse', status: 480 }];
        agent = answer(call, createMailboxService(call, store, callee, owner));
        return agent(event);
      });
    }

    return (event) => {
      if (event.type === 'ended') hasEnded = true;
      if (event.type !== 'invited') return agent?.(event) ?? [];
      invite(event).catch((error: unknown) => {
        call.log.warn({ event: 'mailbox_lookup_failed', err: error });
        call.act(() => [{ do: 'refuse', status: 480 }]);
      });
      return [];
    };
  };
