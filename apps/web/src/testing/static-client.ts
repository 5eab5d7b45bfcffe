import {
  type CallClient,
  type ClientState,
  type Intents,
  initialPeerWatch,
  type PeerView,
} from '@samtal/call-core';
import { conversationOfThree } from '@samtal/call-core/three-people';
import type { RunningClient } from '../client/calling/running-client.ts';
import { createThreeTexts } from '../client/calling/three-texts.ts';
import { knownPeopleOf, nobodyKnown } from '../client/people/known-names.ts';
import type { People } from '../client/people/people.ts';
import type { CallMonitor } from '../client/ports/call-monitor.ts';
import type { MediaStage } from '../client/ports/media-stage.ts';
import type { QualitySummary } from '../client/quality/call-quality.ts';
import { createStore } from '../client/store/store.ts';
import { createFakeDevices } from './fake-devices.ts';

const nothing = () => {};

const intents: Intents = {
  start: nothing,
  applySettings: nothing,
  stop: async () => {},
  call: nothing,
  barCall: nothing,
  answer: nothing,
  decline: nothing,
  answerSecond: nothing,
  swapCalls: nothing,
  goOnWithText: nothing,
  addMedium: nothing,
  dismissAdded: nothing,
  transfer: async () => {},
  shareScreen: async () => {},
  dismissScreenNotice: nothing,
  setHeld: nothing,
  cancel: nothing,
  hangUp: nothing,
  dismiss: nothing,
  callAgain: nothing,
  editText: nothing,
  knock: nothing,
  sendTone: nothing,
  toggleMicrophone: nothing,
  toggleCamera: nothing,
  toggleSound: nothing,
  togglePanel: nothing,
  reconnect: nothing,
};

const stage: MediaStage = {
  canCaptureScreen: true,
  attachRemote: () => nothing,
  attachLocal: () => nothing,
  attachScreen: () => nothing,
  attachPreview: () => nothing,
};

/** A monitor whose connection never changes; it reports the quality often enough for a steady verdict. */
function createStaticMonitor(quality: QualitySummary): CallMonitor {
  return {
    watchQuality(_callId, onSummary) {
      for (let atMs = 0; atMs < 20_000; atMs += 2000) onSummary({ ...quality, atMs });
      return nothing;
    },
    watchVoice: () => nothing,
  };
}

/** The people that the user can call, as fixed lists. */
export type StaticPeople = {
  readonly [List in 'contacts' | 'services' | 'directory']?: ReturnType<People[List]['get']>;
};

function createStaticPeople(lists: StaticPeople): People {
  const done = async () => {};
  const saved = async () => ({ ok: true, value: undefined }) as const;
  const {
    contacts = { phase: 'loading' },
    services = { phase: 'loading' },
    directory = { phase: 'loading' },
  } = lists;
  return {
    contacts: createStore(contacts),
    services: createStore(services),
    directory: createStore(directory),
    knownPeople: createStore(
      knownPeopleOf(
        contacts.phase === 'ready' ? contacts.value : [],
        services.phase === 'ready' ? services.value : [],
        new Map(),
      ),
    ),
    knownNames: createStore(nobodyKnown),
    learnNames: nothing,
    learnOfCall: nothing,
    learnShown: () => nothing,
    whenNamed: (_address, then) => {
      then();
      return nothing;
    },
    loadContacts: done,
    loadServices: done,
    loadDirectory: done,
    askAgain: nothing,
    contactsChanged: nothing,
    searchContacts: async () => ({ ok: true, value: [] }),
    saveContact: saved,
    setPicture: saved,
    deleteContact: saved,
    addMany: (work) => work(saved),
  };
}

/**
 * A calling core fixed in one state, for screens that are shown but not used.
 * @param peer what is known about the remote user of each call, by its ID
 */
export function createStaticClient(
  state: ClientState,
  quality: QualitySummary,
  people: StaticPeople,
  peer: (callId: string) => PeerView = () => initialPeerWatch.view,
): RunningClient {
  const client: CallClient = {
    getState: () => state,
    subscribe: () => nothing,
    onHeartbeat: () => nothing,
    onTurnedAway: () => nothing,
    askBeforeEmergency: () => nothing,
    emit: nothing,
    intents,
  };
  const threeTexts = createThreeTexts({
    getState: () => state,
    subscribe: () => nothing,
    merge: conversationOfThree,
    now: Date.now,
  });
  return {
    client,
    stage,
    devices: createFakeDevices(),
    monitor: createStaticMonitor(quality),
    peers: {
      watch(callId, _video, onView) {
        onView(peer(callId));
        return nothing;
      },
    },
    people: createStaticPeople(people),
    threeTexts: () => threeTexts,
  };
}
