import { BRANDING_PATH, type Brand, iceServersAnswerSchema, PATHS } from '@samtal/api-contract';
import {
  type CallClient,
  createCallClient,
  type FetchedLocation,
  type Log,
  type OutsideEvent,
  type SecondCallCode,
  type Tickets,
} from '@samtal/call-core';
import type { TFunction } from 'i18next';
import { alertOfCalls } from './app/alerting/alert-of-calls.ts';
import { askForNotifications } from './app/alerting/ask-for-notifications.ts';
import { noticeOfPosition } from './app/alerting/notice-of-position.ts';
import { keepRecords } from './app/bookkeeping/keep-records.ts';
import { logCallState } from './app/bookkeeping/log-call-state.ts';
import { showCallStatus } from './app/bookkeeping/show-call-status.ts';
import { warnBeforeLeaving } from './app/bookkeeping/warn-before-leaving.ts';
import type { Alerts } from './client/alerts/alerts.ts';
import { createNotices } from './client/alerts/notices.ts';
import { clientSettingsOf } from './client/calling/client-settings.ts';
import { iceServersOf } from './client/calling/ice-servers.ts';
import { createRelayServers } from './client/calling/relay-servers.ts';
import type { LoadedClient } from './client/calling/running-client.ts';
import { seekLocalAddress } from './client/calling/seek-local-address.ts';
import type { ThreeTexts } from './client/calling/three-texts.ts';
import type { TextRecords } from './client/characters/text-records.ts';
import { isAppKept } from './client/installable-app/app-kept.ts';
import type { InstallableApp } from './client/installable-app/installable-app.ts';
import { withKnownName } from './client/people/known-names.ts';
import { createPeople } from './client/people/people.ts';
import { nameOf } from './client/people/remote-user-name.ts';
import { basePath } from './client/product/base-path.ts';
import { isDebugModeIn } from './client/product/debug-mode.ts';
import { confirmSessionWhenRefused } from './client/session/confirm-session.ts';
import type { Session } from './client/session/session.ts';
import type { KeyValueStore } from './client/store/key-value-store.ts';
import { createStore, type Store } from './client/store/store.ts';
import { untilIdle } from './client/store/until-idle.ts';
import { isPushActive } from './client/web-push/push-active.ts';
import { pushedBrowserIn } from './client/web-push/pushed-browser.ts';
import type { WebPush } from './client/web-push/web-push.ts';
import type { SharedScreens } from './main-screen-sharing.ts';
import { createBrowserAttention } from './platform/alerting/browser-attention.ts';
import type { ApiRequest } from './platform/api/api-request.ts';
import { createHistoryApi } from './platform/api/history-api.ts';
import { createMessagesApi } from './platform/api/messages-api.ts';
import { createPeopleApi } from './platform/api/people-api.ts';
import { createPushEvents } from './platform/api/push-events.ts';
import { createBrowserGeolocation } from './platform/geolocation/browser-geolocation.ts';
import { type CallStreams, createCallStreams } from './platform/media/call-streams.ts';
import { createMedia } from './platform/media/create-media.ts';
import { browserClock } from './platform/page/browser-clock.ts';
import { watchPage } from './platform/page/page-events.ts';
import { createReachServer } from './platform/page/reach-server.ts';
import { createCallMonitor } from './platform/quality/call-monitor.ts';
import { createPeerMonitor } from './platform/quality/peer-monitor.ts';
import { findLocalAddress } from './platform/signalling/connection/local-address.ts';
import { createFetchedSignalling } from './platform/signalling/fetched-signalling.ts';
import { createFetchedExactText } from './platform/signalling/text/fetched-exact-text.ts';
import type { HandleTransfer } from './platform/signalling/transfer/session-transfers.ts';
import { createCallTickets } from './platform/storage/call-tickets.ts';
import { takeInstanceId } from './platform/storage/instance-id.ts';

/** What main.tsx, the first half of the composition root, has already created. */
export type CallingParts = {
  readonly brand: Brand;
  readonly t: TFunction;
  readonly log: Log;
  readonly localStore: KeyValueStore;
  readonly tabStore: KeyValueStore;
  readonly alerts: Alerts;
  readonly session: Session;
  readonly request: ApiRequest;
};

type Composed = ReturnType<typeof composeClient>;

type Reload = Awaited<ReturnType<typeof openReload>>;

const loadReload = () => import('./main-reload.ts');

/** Where a call outlives a reload of the page; the code that takes it up is loaded only for such a call. */
async function openReload(tabStore: KeyValueStore, isKept: () => boolean) {
  const { found, forget, keep } = createCallTickets(window, tabStore, isKept);
  // Without the code the call is lost, and the page works. A page that is loaded anew meanwhile ends here, because
  // loading fails while it goes, and no task follows: so it takes neither the ticket nor the id of the tab along.
  const code = found ? await loadReload().catch(() => untilIdle().then(() => undefined)) : undefined;
  const takeFound = found && code?.takeTicket(found);
  const take: Tickets['take'] = (settings, now) => {
    forget();
    return takeFound ? takeFound(settings, now) : undefined;
  };
  return { tickets: { keep, take }, createTakeUps: code?.createTakeUps, isKept };
}

/** Creates the calling core and the adapters around it. */
function composeClient(
  parts: CallingParts,
  { tickets, createTakeUps, isKept }: Reload,
  loadSecondCall: (client: CallClient, streams: CallStreams) => Promise<SecondCallCode>,
) {
  const { brand, log, localStore, tabStore, alerts, session, request } = parts;
  const emit = (event: OutsideEvent): void => client.emit(event);
  const instanceId = takeInstanceId(window, tabStore, isKept);
  const streams = createCallStreams();
  const { localMedia, stage, devices } = createMedia({
    emit,
    streams,
    store: localStore,
    log,
    mediaDevices: navigator.mediaDevices,
  });
  const relayServers = createRelayServers({
    ask: (securityToken) => request(PATHS.iceServers, iceServersAnswerSchema, { securityToken }),
    session,
    clock: browserClock,
    log,
    untilShown: untilIdle,
  });
  const iceServersFor = (serverUri: string) => [...iceServersOf(brand, serverUri), ...relayServers()];
  const keepsCalls = (): boolean => client.getState().settings?.continuity !== undefined;
  const exactText = createFetchedExactText(async () => {
    const [{ createExactTextTransport }, { exactTextMachine: machine }] = await Promise.all([
      import('./platform/signalling/text/exact-text-transport.ts'),
      import('@samtal/realtime-text/exact'),
    ]);
    return { createExactTextTransport, machine };
  });
  const areThree = () => client.getState().settings?.threePeople;
  let threeTexts: ThreeTexts | undefined;
  const importTransfers = async () => {
    if (!areThree()) return import('./main-transfer.ts');
    const code = await import('./main-three-people.ts');
    threeTexts ??= code.prepareThreePeople(client, streams, localMedia);
    return code.threePeople;
  };
  let transfers: Awaited<ReturnType<typeof importTransfers>> | undefined;
  /** Loads the code for transfers, for the first one. */
  const loadTransfers = async () => (transfers = await importTransfers());
  let locationCode: Awaited<ReturnType<FetchedLocation['fetch']>> | undefined;
  const loadLocation: FetchedLocation['fetch'] = async () =>
    (locationCode ??= (await import('./main-location.ts')).locationCode);
  const passTransfer: HandleTransfer = (call, message, others) => {
    const may = client.getState().settings?.mayTransfer;
    const pass = ({ handleTransfer, refuseTransfer }: NonNullable<typeof transfers>) =>
      (may ? handleTransfer : refuseTransfer)(call, message, others);
    // Once the code is loaded, a report is sent before a BYE that follows.
    if (transfers) pass(transfers);
    else loadTransfers().then(pass, () => 'reply' in message && message.reply(503));
  };
  let screens: SharedScreens | undefined;
  /** Loads the code for shared screens, for the first one. */
  const loadScreens = async () => {
    const { createSharedScreens } = await import('./main-screen-sharing.ts');
    const mayTake = () => {
      const { settings, three } = client.getState();
      return settings?.mayShareScreen === true && !three;
    };
    screens ??= createSharedScreens({ emit, streams, log, mayTake });
  };
  const textRecords = createStore<TextRecords | undefined>(undefined);
  /** Whether the user has asked for a list of the characters of calls (decision D91). */
  const recordsText = (): boolean => {
    const state = session.state.get();
    return state.phase === 'signedIn' && state.features.characters && isDebugModeIn(tabStore);
  };
  const signalling = createFetchedSignalling(async () => {
    const [{ createJsSipSignalling }] = await Promise.all([
      import('./platform/signalling/jssip-signalling.ts'),
      keepsCalls() ? exactText.fetch() : undefined,
    ]);
    return createJsSipSignalling({
      createTakeUps,
      loadTakeUps: async () => (await loadReload()).createTakeUps,
      emit: confirmSessionWhenRefused(session, emit),
      streams,
      clock: browserClock,
      log,
      instanceId,
      browserId: () => pushedBrowserIn(localStore),
      iceServersFor,
      iceTimeoutMs: brand.sip.iceTimeout,
      keepsCalls,
      screens: { get: () => screens?.createScreenSection, fetch: loadScreens },
      transfer: passTransfer,
      threePeople: { areOn: areThree, load: loadTransfers },
      watchText(callId, isCounted) {
        return recordsText() ? textRecords.get()?.watch(callId, isCounted) : undefined;
      },
      exactText: () => exactText.get(),
      textTransports: brand.text.wires,
      keepAliveSeconds: brand.sip.keepAlive,
    });
  }, emit);
  const client = createCallClient({
    signalling,
    localMedia,
    geolocation: createBrowserGeolocation(emit, navigator.geolocation),
    notices: createNotices(alerts),
    tickets,
    secondCall: { load: () => loadSecondCall(client, streams) },
    screens: { get: () => screens, fetch: loadScreens },
    transfers: { get: () => transfers?.transferCode, fetch: loadTransfers },
    location: { get: () => locationCode, fetch: loadLocation },
    clock: browserClock,
    random: Math.random,
    log,
  });
  const loadTextRecords = async (): Promise<void> => {
    if (!recordsText()) return;
    stopAsking();
    const { createTextRecords } = await import('./client/characters/text-records.ts');
    textRecords.set(createTextRecords(client, browserClock));
  };
  // Without the code the call works, and has no list of its characters.
  const tryToRecord = (): void => void loadTextRecords().catch(() => undefined);
  const stopAsking = session.state.subscribe(tryToRecord);
  tryToRecord();
  seekLocalAddress(
    session.state,
    async () => {
      // Waits until the page is drawn, because creating the first peer connection is slow.
      await untilIdle();
      const iceServers = iceServersFor(location.href);
      return findLocalAddress({ iceServers, clock: browserClock, store: tabStore, log });
    },
    (person, address) => client.intents.applySettings(clientSettingsOf(person, brand, address)),
  );
  return {
    client,
    settingsOf: clientSettingsOf,
    instanceId,
    stage,
    devices,
    textRecords,
    threeTexts: () => threeTexts,
    monitor: createCallMonitor(streams, browserClock, log),
    peers: createPeerMonitor({
      streams,
      clock: browserClock,
      log,
      reachServer: createReachServer(`${basePath}${BRANDING_PATH}brand.json`, browserClock),
    }),
    // This code and that of the device bench are built into the chunk of the pages that use them.
    testNetwork: async (serverUri: string, signal: AbortSignal) => {
      const { createNetworkTest } = await import('./platform/quality/network-test.ts');
      return createNetworkTest({ iceServersFor, clock: browserClock })(serverUri, signal);
    },
    loadConsole: async () => (await import('./main-console.ts')).composeConsole(parts),
    checkConformance: async (target: string) =>
      (await import('./main-conformance.ts')).composeConformance(client, streams)(target),
  };
}

/** Loads the code of web push for a user who has it, immediately if this device may just have been called. */
function addWebPush(parts: CallingParts, { client, instanceId }: Composed): Store<WebPush | undefined> {
  const webPush = createStore<WebPush | undefined>(undefined);
  const { session, localStore } = parts;
  const add = async (): Promise<void> => {
    const state = session.state.get();
    const isActive = isPushActive(localStore);
    if (state.phase !== 'signedIn' || !(isActive || state.features.webPush)) return;
    stop();
    if (!isActive) await untilIdle();
    const { composeWebPush } = await import('./main-web-push.ts');
    webPush.set(await composeWebPush({ ...parts, client, instanceId }));
  };
  // Without its code the page works, but rings only while it is open.
  const tryToAdd = (): void => void add().catch(() => undefined);
  const stop = session.state.subscribe(tryToAdd);
  tryToAdd();
  return webPush;
}

/** Loads the code of the installable app for a user who has it, or to remove it from a browser that kept it. */
function addInstallableApp(
  { session, localStore }: CallingParts,
  client: CallClient,
  counts: readonly Store<number>[],
): Store<InstallableApp | undefined> {
  const app = createStore<InstallableApp | undefined>(undefined);
  const add = async (): Promise<void> => {
    const state = session.state.get();
    if (state.phase !== 'signedIn' || !(state.features.installableApp || isAppKept(localStore))) return;
    stop();
    await untilIdle();
    const { composeInstallableApp } = await import('./main-installable-app.ts');
    app.set(await composeInstallableApp({ session, localStore, client, counts }));
  };
  // Without its code the page works, as in a browser that installs nothing.
  const tryToAdd = (): void => void add().catch(() => undefined);
  const stop = session.state.subscribe(tryToAdd);
  tryToAdd();
  return app;
}

/**
 * The second half of the composition root: the calling core, the data of the signed-in user, and the alerts
 * for incoming calls. It is loaded while the login page is shown; the login page uses none of its code.
 */
export async function composeCalling(parts: CallingParts): Promise<LoadedClient> {
  const { brand, t, log, localStore, tabStore, alerts, session, request } = parts;
  const isSignedIn = () => session.state.get().phase === 'signedIn';
  const running = composeClient(parts, await openReload(tabStore, isSignedIn), async (core, streams) =>
    (await import('./main-second-call.ts')).prepareSecondCall({
      ...alerting,
      client: core,
      streams,
      learnName: people.learnOfCall,
    }),
  );
  const { client } = running;
  watchPage(window, client.emit);
  showCallStatus(client, document.documentElement);
  warnBeforeLeaving(client, window, t('call.leave'));
  noticeOfPosition(client, alerts);

  const people = createPeople({
    api: createPeopleApi(request),
    session,
    log,
    clock: browserClock,
    untilShown: untilIdle,
  });
  logCallState(client, log, (remoteUser) => nameOf(withKnownName(remoteUser, people.knownNames.get())));
  const records = keepRecords({
    ports: {
      messagesApi: createMessagesApi(request),
      historyApi: createHistoryApi(request),
      push: createPushEvents({
        server: brand.server,
        clock: browserClock,
        random: Math.random,
        log,
        // `locks` is missing outside a secure context, although its type says otherwise.
        locks: 'locks' in navigator ? navigator.locks : undefined,
      }),
    },
    session,
    localStore,
    tabStore,
    clock: browserClock,
    log,
    client,
    people,
    threeTexts: running.threeTexts,
    untilShown: untilIdle,
  });

  const attention = createBrowserAttention(window, brand, browserClock);
  const alerting = {
    client,
    attention,
    alerts,
    t,
    hasNotifications() {
      const state = session.state.get();
      return state.phase === 'signedIn' && state.features.notifications;
    },
    knownNames: people.knownNames,
    knownPeople: people.knownPeople,
    whenNamed: people.whenNamed,
    unread: records.messages.unread,
  };
  alertOfCalls(alerting);
  // Waits until the page is idle, because browsers are slow to report whether notifications are permitted.
  void untilIdle().then(() => askForNotifications(session.state, attention.notifications, tabStore));
  return {
    ...running,
    people,
    ...records,
    webPush: addWebPush(parts, running),
    installableApp: addInstallableApp(parts, client, [records.history.missed, records.messages.unread]),
  };
}
