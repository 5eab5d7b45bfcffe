/** Ways to get the user's attention (decision D18). Adapters: `platform/alerting/`. */

/** The vibration pattern of an incoming call: milliseconds on and off in turn (NOTIF-03). */
export const ringVibrationMs: readonly number[] = [200, 100, 200, 100, 200, 100, 400];

/** The vibration pattern of a knock, in the same form as `ringVibrationMs`. */
export const nudgeVibrationMs: readonly number[] = [200, 100, 200];

export type SystemNotification = {
  /** A new notification replaces a shown one with the same tag. */
  readonly tag: string;
  readonly title: string;
  readonly body?: string;
  /** Address of a picture of the person; '' = the operator's icon. */
  readonly picture?: string;
  /** The notification stays until the user responds, and the device vibrates (NOTIF-02, NOTIF-03). */
  readonly isUrgent?: boolean;
  /** Called when the user clicks the notification, after the page has come to the front. */
  readonly onClick?: () => void;
};

/** Notifications of the operating system. */
export interface SystemNotifications {
  /** Shows a notification if the user has allowed it; the returned function removes it. */
  show(notification: SystemNotification): () => void;
  /**
   * Asks for permission at the user's next key press or click, because browsers treat a question without a
   * user action as intrusive. `onAsked` is called once, just before the question; the returned
   * function cancels a question that has not been asked yet.
   */
  askOnNextGesture(onAsked: () => void): () => void;
}

/** Whether the user is looking at the page. */
export interface PageAttention {
  isLookedAt(): boolean;
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** The bell in the browser tab's title and icon (NAV-16, A-118). */
export interface TabBell {
  /** Shows the bell, and `words` in place of the title; the returned function removes both. */
  show(words?: string): () => void;
}

export type Attention = {
  readonly notifications: SystemNotifications;
  readonly page: PageAttention;
  readonly bell: TabBell;
  /** Vibrates in the ringing pattern while the page is visible; the returned function stops it. */
  readonly vibrate: () => () => void;
  /** A short vibration while the page is visible, for a knock (RTT-11). */
  readonly nudge: () => void;
  /** Keeps the screen on; the returned function ends that. */
  readonly keepScreenOn: () => () => void;
};
