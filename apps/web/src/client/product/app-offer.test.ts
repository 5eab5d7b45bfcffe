import { expect, test } from 'vitest';
import { appOfferFor } from './app-offer.ts';

const config = {
  enabled: true,
  googlePlay: 'https://play.example/app',
  appStore: 'https://apple.example/app',
};
const play = { store: 'googlePlay', link: config.googlePlay };
const apple = { store: 'appStore', link: config.appStore };

test.each([
  ['Mozilla/5.0 (Linux; Android 13; Pixel 7) Chrome/120 Mobile Safari/537.36', 5, play],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) Version/17.1 Mobile/15E148 Safari/604.1',
    5,
    apple,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.1 Safari/605.1.15', 5, apple],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.1 Safari/605.1.15', 0, undefined],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120 Safari/537.36', 10, undefined],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/120.0', 0, undefined],
])('APPDL-01 APPDL-02 the offer for %s with %i touch points', (userAgent, maxTouchPoints, offer) => {
  expect(appOfferFor(config, { userAgent, maxTouchPoints })).toEqual(offer);
});

test.each([
  ['switched off', { ...config, enabled: false }],
  ['without the link of this store', { ...config, googlePlay: '' }],
])('APPDL-03 %s there is no offer', (_how, changed) => {
  expect(appOfferFor(changed, { userAgent: 'Android 13', maxTouchPoints: 5 })).toBeUndefined();
});
