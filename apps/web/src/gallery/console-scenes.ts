import { ERROR_CODES } from '@samtal/api-contract';
import { alice } from '../testing/alice.ts';
import {
  consoleAudit,
  consoleCalls,
  consoleEntries,
  consoleEntryGroups,
  consoleLinks,
  consoleNumbers,
  consolePerson,
  consoleServices,
  consoleSettings,
  operatorAccess,
  consolePeople as people,
} from '../testing/console/console-people.ts';
import type { Scene } from './scene.ts';

const session = alice({}, { console: true });
const access = operatorAccess;
const support = { ...operatorAccess, role: 'support' as const };
const personPath = `/admin/people/${consolePerson.id}`;

/** The scenes of the console for operators and administrators (decision D98). */
export const consoleScenes: readonly Scene[] = [
  { name: 'console, no role', path: '/admin', session, console: {} },
  { name: 'console, people', path: '/admin', session, console: { access, people } },
  { name: 'console, no one found', path: '/admin', session, console: { access } },
  { name: 'console, people, support', path: '/admin', session, console: { access: support, people } },
  { name: 'console, person', path: personPath, session, console: { access, person: consolePerson } },
  {
    name: 'console, person, question before removal',
    path: personPath,
    session,
    console: { access, person: consolePerson },
    press: ['console.remove'],
  },
  {
    name: 'console, person, link to a password',
    path: personPath,
    session,
    console: { access, person: consolePerson },
    press: ['console.make_link'],
  },
  {
    name: 'console, person, read only',
    path: personPath,
    session,
    console: { access: support, person: { ...consolePerson, isChangeable: false } },
  },
  {
    name: 'console, person, confirmed at the provider',
    path: personPath,
    session,
    console: {
      access: { ...access, confirmsAt: 'Staff account' },
      person: { ...consolePerson, role: 'support', isRoleOfProvider: true },
      answers: {
        confirm: async () => ({ ok: false, status: 400, errorCode: ERROR_CODES.signInNeeded }),
        makePasswordLink: async () => ({
          ok: false,
          status: 403,
          errorCode: ERROR_CODES.confirmationNeeded,
        }),
      },
    },
    press: ['console.make_link'],
  },
  { name: 'console, person, gone', path: personPath, session, console: { access } },
  { name: 'console, calls', path: '/admin/calls', session, console: { access, calls: consoleCalls } },
  { name: 'console, no calls', path: '/admin/calls', session, console: { access } },
  {
    name: 'console, calls, searched in part',
    path: '/admin/calls',
    session,
    console: {
      access,
      calls: { running: [], runningTotal: 0, calls: [], next: '0 id', searchedTo: Date.UTC(2026, 10, 20) },
    },
  },
  {
    name: 'console, numbers',
    path: '/admin/numbers',
    session,
    console: { access, numbers: consoleNumbers },
  },
  { name: 'console, no numbers', path: '/admin/numbers', session, console: { access } },
  { name: 'console, audit', path: '/admin/audit', session, console: { access, audit: consoleAudit } },
  { name: 'console, no audit', path: '/admin/audit', session, console: { access } },
  {
    name: 'console, settings',
    path: '/admin/settings',
    session,
    console: { access, settings: consoleSettings },
  },
  {
    name: 'console, services',
    path: '/admin/services',
    session,
    console: { access, services: consoleServices },
  },
  { name: 'console, no services', path: '/admin/services', session, console: { access } },
  { name: 'console, add a service', path: '/admin/services/add', session, console: { access } },
  {
    name: 'console, service, question before removal',
    path: '/admin/services/relay',
    session,
    console: { access, services: consoleServices },
    press: ['console.remove'],
  },
  { name: 'console, service, gone', path: '/admin/services/none', session, console: { access } },
  { name: 'console, links', path: '/admin/links', session, console: { access, links: consoleLinks } },
  {
    name: 'console, links, off',
    path: '/admin/links',
    session,
    console: { access, links: { links: [], isOn: false, mayMake: false } },
  },
  {
    name: 'console, links, question before the end of all',
    path: '/admin/links',
    session,
    console: { access, links: consoleLinks },
    press: ['console.links_end_all'],
  },
  { name: 'console, make a link', path: '/admin/links/add', session, console: { access } },
  {
    name: 'console, link, shown',
    path: '/admin/links/desk',
    session,
    console: { access, links: consoleLinks },
    press: ['console.link_show'],
  },
  {
    name: 'console, link, question before its end',
    path: '/admin/links/tool',
    session,
    console: { access, links: consoleLinks },
    press: ['console.link_end'],
  },
  {
    name: 'console, directory',
    path: '/admin/directory',
    session,
    console: { access, entries: consoleEntries },
  },
  { name: 'console, no directory', path: '/admin/directory', session, console: { access } },
  {
    name: 'console, directory, change an entry',
    path: '/admin/directory/health',
    session,
    console: { access, entries: consoleEntries, entryGroups: consoleEntryGroups },
  },
  { name: 'console, directory, import', path: '/admin/directory/import', session, console: { access } },
  { name: 'console, add a person', path: '/admin/add', session, console: { access } },
  { name: 'console, import', path: '/admin/import', session, console: { access } },
];
