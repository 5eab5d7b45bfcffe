import type { HttpContext } from '../../plumbing/http-context.ts';
import type { TypedInstance } from '../../plumbing/typed-instance.ts';
import { addContacts } from './contacts.ts';
import { addDirectory } from './directory.ts';
import { addHistory } from './history.ts';
import { addMessages } from './messages.ts';
import { addNames } from './names.ts';
import { addPictures } from './pictures.ts';
import { addPush } from './push.ts';

/**
 * Adds the data of a logged-in user besides the account: contacts, directory, messages, calls, and events of
 * changes.
 */
export function addPeople(app: TypedInstance, context: HttpContext): void {
  addContacts(app, context);
  addNames(app, context);
  addPictures(app, context);
  addDirectory(app, context);
  addMessages(app, context);
  addHistory(app, context);
  addPush(app, context);
}
