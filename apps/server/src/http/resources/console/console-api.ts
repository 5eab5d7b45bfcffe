import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import { createFileSender } from '../../plumbing/answers/send-file.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';
import { createAnswerQueue } from '../../plumbing/limits/answer-queue.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import type { MailLimits } from '../account/mail-limits.ts';
import type { RequireStrongProof } from '../second-factor/require-second-factor.ts';
import { addConsoleAccess } from './access.ts';
import { addConsoleAudit } from './audit.ts';
import { addConsoleCalls } from './calls.ts';
import { addConsoleDirectory } from './directory.ts';
import { createConsoleGuard } from './guard.ts';
import { addConsoleLinks } from './links.ts';
import { addPeopleSearch } from './people.ts';
import { addPeopleTable } from './people-table.ts';
import { addPersonActions } from './person-actions.ts';
import { addConsoleServices } from './services.ts';
import { addConsoleSettings } from './settings.ts';

type Parts = {
  readonly requireStrongProof: RequireStrongProof;
  readonly limits: MailLimits;
};

/** The console for operators and administrators (decision D98). Without a role, each of its requests gets 403. */
export function addConsole(app: TypedInstance, context: HttpContext, parts: Parts): void {
  const guard = createConsoleGuard(context);
  // Users who download their own data take no place from these tables.
  const sendFile = createFileSender();
  addConsoleAccess(app, context, { guard, ...parts });
  addPeopleSearch(app, context, guard);
  addPersonActions(app, context, { guard, ...parts });
  addConsoleAudit(app, context, { guard, sendFile });
  addConsoleCalls(app, context, { guard, sendFile });
  addConsoleSettings(app, context, guard);
  const looking = createAnswerQueue(CONSOLE_LIMITS.looking);
  addConsoleServices(app, context, { guard, looking });
  addConsoleDirectory(app, context, { guard, looking, sendFile });
  addConsoleLinks(app, context, { guard, looking });
  addPeopleTable(app, context, { guard, sendFile });
}
