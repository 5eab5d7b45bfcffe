const demoPassword = 'demo1234';

export type LeftMessage = {
  readonly fromDisplayName: string | null;
  readonly fromSipaddress: string | null;
  readonly read: boolean;
  readonly text: string | null;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
};

/** The user API, used as a demo user without a browser. */
export async function signIn(url: string, username: string, password = demoPassword) {
  const api = `${url}/userApi/user/api`;
  const login = await fetch(`${api}/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password, force: true, willUseSipRegistration: false }),
  });
  const { securityToken } = (await login.json()) as { securityToken: string };
  const addressOf = (path: string): string => `${api}/${path}?securityToken=${securityToken}`;
  return {
    /** Changes a web setting (API-17). */
    async set(key: string, value: string): Promise<void> {
      const headers = { 'Content-Type': 'text/plain' };
      const answer = await fetch(addressOf(`user/webSettings/${key}`), {
        method: 'POST',
        headers,
        body: value,
      });
      if (!answer.ok) throw new Error(`${key} was not accepted: ${answer.status}`);
    },
    /** Changes the profile (API-08). */
    async setProperty(key: string, value: string): Promise<void> {
      const question = new URLSearchParams({ key, value });
      const answer = await fetch(`${addressOf('user/setProperty')}&${question}`);
      if (!answer.ok) throw new Error(`${key} was not accepted: ${answer.status}`);
    },
    /** Lets a closed page of this browser be pushed (decision D78). */
    async subscribe({
      endpoint,
      p256dh,
      auth,
    }: Record<'endpoint' | 'p256dh' | 'auth', string>): Promise<void> {
      const answer = await fetch(addressOf('push/subscription'), {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          endpoint,
          keys: { p256dh, auth },
          instance: '11111111-1111-4111-8111-111111111111',
          staysLoggedIn: true,
          language: 'en',
        }),
      });
      if (!answer.ok) throw new Error(`the subscription was not accepted: ${answer.status}`);
    },
    /** Adds a contact (API-21). */
    async addContact(contact: {
      fname: string;
      sname?: string;
      sipaddress: string;
      favourite?: boolean;
    }): Promise<void> {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(addressOf('contacts/add'), {
        method: 'POST',
        headers,
        body: JSON.stringify(contact),
      });
      if (!answer.ok) throw new Error(`the contact was not accepted: ${answer.status}`);
    },
    /** The names of the contacts that are favourites (API-19). */
    async favourites(): Promise<string[]> {
      const answer = await fetch(`${addressOf('contacts/search')}&searchString=%25`);
      const { contactList } = (await answer.json()) as {
        contactList: { fname: string; favourite?: boolean }[];
      };
      return contactList.filter(({ favourite }) => favourite === true).map(({ fname }) => fname);
    },
    /** The messages in the user's mailbox (API-22). */
    messages: async () => (await fetch(addressOf('messages'))).json() as Promise<LeftMessage[]>,
    /** Marks a message as read (API-23). */
    async markRead(messageNumber: number): Promise<void> {
      const answer = await fetch(addressOf(`messages/${messageNumber}/markAsRead`), { method: 'PUT' });
      if (!answer.ok) throw new Error(`the message was not marked: ${answer.status}`);
    },
    /** Collects all events of the push channel from now on. */
    async listen(): Promise<{ heard(): string }> {
      const { body } = await fetch(addressOf('events'));
      if (body === null) throw new Error('the push channel has no body');
      const decoder = new TextDecoder();
      let heard = '';
      const read = async (): Promise<void> => {
        for await (const chunk of body) heard += decoder.decode(chunk, { stream: true });
      };
      // The stream ends with the server.
      read().catch(() => undefined);
      return { heard: () => heard };
    },
  };
}
