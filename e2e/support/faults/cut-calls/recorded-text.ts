import type { Page } from '@playwright/test';
import type { RecordedText } from './comparison.ts';

/** The fields of a history entry that are read here. */
type Entry = { readonly id: string; readonly timestamp: number };

type Record = {
  readonly sentText: string;
  readonly receivedText: string;
  readonly transcript: readonly {
    readonly author: 'own' | 'other';
    readonly text: string;
    readonly isDoubtful?: boolean;
  }[];
};

/** The texts of both users in one history entry. */
export type RecordedTexts = RecordedText & { readonly received: string };

/** The security token of the page, taken from its requests. */
export function watchToken(page: Page): () => string {
  let token = '';
  page.on('request', (request) => {
    token = new URL(request.url()).searchParams.get('securityToken') ?? token;
  });
  return () => token;
}

/** The history entry of the newest call since `began`, as its owner reads it over the user API. */
export async function readRecordedText(
  url: string,
  securityToken: string,
  began: number,
): Promise<RecordedTexts | undefined> {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}/userApi/user/api/${path}?securityToken=${securityToken}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json() as Promise<T>;
  };
  const { entries } = await ask<{ entries: Entry[] }>('history');
  const newest = entries.find(({ timestamp }) => timestamp >= began);
  if (newest === undefined) return undefined;
  const { sentText, receivedText, transcript } = await ask<Record>(`history/${newest.id}`);
  const doubtful = transcript.filter(({ author, isDoubtful }) => author === 'own' && isDoubtful === true);
  return { sent: sentText, received: receivedText, doubtful: doubtful.map(({ text }) => text).join('\n') };
}
