/** Ways to call a person to the page (decision D18). Adapters: `platform/alerting/`. */

/** On and off in turn, in milliseconds (NOTIF-03). */
export const ringVibrationMs: readonly number[] = [200, 100, 200, 100, 200, 100, 400];

/** Of a knock. */
export const nudgeVibrationMs: readonly number[] = [200, 100, 200];

export type SystemNotification = {
  /** Two of the same tag never stand beside each other. */
  readonly tag: string;
  readonly title: string;
  readonly body?: string;
  /** Stays until somebody deals with it, and the device vibrates (NOTIF-02, NOTIF-03). */
  readonly isUrgent?: boolean;
  /** The page comes to the front before it. */
  readonly onClick?: () => void;
};

/** Notifications of the operating system. */
export interface SystemNotifications {
  /** Shows one where the person has allowed it; the returned function takes it away. */
  show(notification: SystemNotification): () => void;
  /**
   * Asks the person for permission at their next key or click, because browsers take a question out of the blue for
   * an intrusion. `onAsked` is called once, when the question is put; the returned function gives it up.
   */
  askOnNextGesture(onAsked: () => void): () => void;
}

/** Whether a person has the page before them. */
export interface PageAttention {
  isLookedAt(): boolean;
  /** Calls `listener` after each change; the returned function ends it. */
  subscribe(listener: () => void): () => void;
}

/** The bell on the browser's tab, title and icon (NAV-16, A-118). */
export interface TabBell {
  /** `words` take the place of the title; the returned function takes the bell away. */
  show(words?: string): () => void;
}

export type Attention = {
  readonly notifications: SystemNotifications;
  readonly page: PageAttention;
  readonly bell: TabBell;
  /** Vibrates in the ringing pattern while the page is visible; the returned function ends it. */
  readonly vibrate: () => () => void;
  /** A short vibration while the page is visible: somebody knocks (RTT-11). */
  readonly nudge: () => void;
  /** Keeps the screen from going dark; the returned function lets it. */
  readonly keepScreenOn: () => () => void;
};
