import type { Features } from '@samtal/api-contract';
import type { FetchedLater } from '../../ui/loading/fetched-later.tsx';
import { pageLater } from '../loading/page-later.ts';
import { type Page, pagesFor } from './pages.ts';

export const ServicesPage = pageLater(() => import('../../features/services/ServicesPage.tsx'));
export const ContactsArea = pageLater(() => import('../../features/contacts/ContactsArea.tsx'));
export const DirectoryPage = pageLater(() => import('../../features/directory/DirectoryPage.tsx'));
export const HistoryArea = pageLater(() => import('../../features/history/HistoryArea.tsx'));
export const MessagesArea = pageLater(() => import('../../features/messages/MessagesArea.tsx'));
export const ProfileArea = pageLater(() => import('../../features/account/profile/ProfileArea.tsx'));
export const SettingsArea = pageLater(() => import('../../features/settings/SettingsArea.tsx'));
export const AboutPage = pageLater(() => import('../../features/about/AboutPage.tsx'));
export const LogPage = pageLater(() => import('../../features/log/LogPage.tsx'));

/** The code of the pages that are loaded separately. The dial page is part of the first load. */
const codeOf: Readonly<Partial<Record<Page['name'], Pick<FetchedLater<never>, 'fetch'>>>> = {
  services: ServicesPage,
  contacts: ContactsArea,
  directory: DirectoryPage,
  history: HistoryArea,
  messages: MessagesArea,
  userinformation: ProfileArea,
  settings: SettingsArea,
  about: AboutPage,
};

/**
 * The code of the pages in this user's menu, in the order of the menu. The log page is left out: few users
 * open it.
 */
export function codeOfMenu(features: Features): readonly Pick<FetchedLater<never>, 'fetch'>[] {
  const { main, support } = pagesFor(features);
  return [...main, ...support].flatMap(({ name }) => codeOf[name] ?? []);
}
