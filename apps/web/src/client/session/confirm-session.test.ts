import type { OutsideEvent } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { confirmSessionWhenRefused } from './confirm-session.ts';

test.each([
  [401, 1],
  [403, 1],
  [404, 0],
  [503, 0],
])(
  'D48 LOGIN-14 a registration refused with %i asks the user API %i times whether the session is valid',
  (status, times) => {
    const told: OutsideEvent[] = [];
    let asked = 0;
    const emit = confirmSessionWhenRefused(
      {
        reloadUser: () => {
          asked += 1;
          return Promise.resolve();
        },
      },
      (event) => void told.push(event),
    );
    const refused: OutsideEvent = { type: 'registrationRefused', status, reason: 'refused' };
    emit({ type: 'registered' });
    emit(refused);
    expect([told, asked]).toEqual([[{ type: 'registered' }, refused], times]);
  },
);
