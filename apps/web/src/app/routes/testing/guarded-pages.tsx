import { useMemo, useState } from 'react';
import { Link, Route, Router, useRouter } from 'wouter';
import { createStore } from '../../../client/store/store.ts';
import { UnsavedContext, useUnsaved } from '../../../client/store/unsaved.ts';
import { LeaveQuestion } from '../leaving/LeaveQuestion.tsx';
import { createLeaveGuard } from '../leaving/leave-guard.ts';

function Form() {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />;
}

/** A link, and a page with a form whose input is not left without a question. */
export function GuardedPages() {
  const { hook } = useRouter();
  const unsaved = useMemo(() => createStore(false), []);
  const guard = useMemo(
    () => createLeaveGuard(hook, { hasSettings: () => false, hasForm: unsaved.get }),
    [hook, unsaved],
  );
  return (
    <Router hook={guard.useLocation}>
      <UnsavedContext value={unsaved}>
        <Link href="/elsewhere">Away</Link>
        <Route path="/form">
          <Form />
        </Route>
      </UnsavedContext>
      <LeaveQuestion guard={guard} />
    </Router>
  );
}
