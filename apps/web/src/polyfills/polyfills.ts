import './modal-dialogs.css';
import { abortSignalStatics } from './abort-signals.ts';
import { arrayMethods, stringMethods } from './arrays.ts';
import { LonelyChannel } from './lonely-channel.ts';
import { modalDialogMethods } from './modal-dialogs.ts';
import { randomUUID } from './random-uuid.ts';
import { requestVideoFrameCallback } from './video-frames.ts';

/** Adds what is missing; the browser's own implementations stay. */
function fill(target: object, additions: object): void {
  for (const [name, value] of Object.entries(additions))
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

fill(Array.prototype, arrayMethods);
fill(String.prototype, stringMethods);
fill(Object, {
  hasOwn: (target: object, key: PropertyKey) => Object.prototype.hasOwnProperty.call(target, key),
});
fill(AbortSignal, abortSignalStatics);
fill(URL, {
  canParse(address: string): boolean {
    try {
      return Boolean(new URL(address));
    } catch {
      return false;
    }
  },
});
fill(crypto, { randomUUID });
fill(HTMLVideoElement.prototype, { requestVideoFrameCallback });
fill(window, { BroadcastChannel: LonelyChannel });
// To a browser without modal dialogs each `dialog` is an unknown element.
fill(HTMLElement.prototype, 'HTMLDialogElement' in window ? {} : modalDialogMethods);
