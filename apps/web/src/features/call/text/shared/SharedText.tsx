import type { Run } from '@samtal/realtime-text';
import { memo, type RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { durationWords } from '../../../../client/format/time.ts';
import { Turn } from '../../../../ui/turns/Turn.tsx';
import { hiddenIn } from '../log/latest-part.ts';
import { TextLines } from '../log/TextLines.tsx';
import { TextLog } from '../log/TextLog.tsx';
import { useLatestPart } from '../log/use-latest-part.ts';

/** A run of the conversation, with the time at which it began if that is known. */
export type SharedRun = Run & {
  readonly beganAt?: number;
  /** Name of the remote user who wrote it, in a call of three. */
  readonly who?: string;
};

export type SharedTextProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly conversation: readonly SharedRun[];
  /** When the call was accepted (ms since the epoch), from which the times of the turns count. */
  readonly startedAt?: number | undefined;
  /** Index of a turn whose end `endRef` receives. */
  readonly turn?: number;
  readonly endRef?: RefCallback<HTMLElement>;
};

/**
 * The text of both users as one read-only conversation (RTT-03, A-049, decision D13): turns in order of
 * arrival, each with its author and its time, as in the transcript of the history.
 */
export function SharedText({ name, conversation, startedAt, turn, endRef }: SharedTextProps) {
  const { t } = useTranslation();
  const { start, ...part } = useLatestPart(conversation);
  return (
    <TextLog label={t('text.shared')} isEmpty={conversation.length === 0} hasTurns {...part}>
      {conversation.map((run, index) =>
        index < start.run ? undefined : (
          <AuthoredRun
            key={index}
            {...run}
            from={hiddenIn(run, index, start)}
            endRef={index === turn ? endRef : undefined}
            who={run.author === 'own' ? t('text.you') : (run.who ?? name)}
            time={
              startedAt === undefined || run.beganAt === undefined
                ? undefined
                : durationWords(run.beganAt - startedAt)
            }
          />
        ),
      )}
    </TextLog>
  );
}

type AuthoredRunProps = Run & {
  /** Number of UTF-16 units at the start that are not rendered. */
  readonly from: number;
  readonly who: string;
  readonly time: string | undefined;
  readonly endRef: RefCallback<HTMLElement> | undefined;
};

/** A run as a turn. Memoized: a run that does not change is not rendered again. */
const AuthoredRun = memo(function AuthoredRun(props: AuthoredRunProps) {
  const { author, text, cutBefore, isDoubtful, from, who, time, endRef } = props;
  const { t } = useTranslation();
  // The next run begins a new line anyway; a line break at the end would add an empty line.
  const shown = text.endsWith('\n') ? text.slice(0, -1) : text;
  return (
    <Turn
      as="article"
      isOwn={author === 'own'}
      who={who}
      time={time}
      notes={isDoubtful === true ? [t('text.in_doubt')] : []}
    >
      <div data-words>
        <TextLines text={shown} from={from} cutBefore={cutBefore} />
        {endRef === undefined ? undefined : <span ref={endRef} />}
      </div>
    </Turn>
  );
});
