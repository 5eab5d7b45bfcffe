import type { Features } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { About } from '../../features/about/About.tsx';
import SettingsArea from '../../features/settings/SettingsArea.tsx';
import { settingsPageAt } from '../../features/settings/settings-pages.ts';
import { pageLater } from '../loading/page-later.ts';
import { PageTitle } from './titles/PageTitle.tsx';

const DeviceSettings = pageLater(() => import('../../features/devices/DeviceSettings.tsx'));

/** The state of a history entry that `/settings` has led to. */
const fromSettings = { isList: true };

/**
 * The settings page of this address, or a redirect to the first settings page that is available (ROUTE-04 …
 * -07).
 */
export function SettingsRoute({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const page = settingsPageAt(path, features);
  const entry = useHistoryState<Partial<typeof fromSettings> | null>();
  if ('redirect' in page) return <Redirect to={page.redirect} replace state={fromSettings} />;
  return (
    <>
      <PageTitle page={t(page.label)} />
      <SettingsArea
        page={page}
        features={features}
        startsWithList={features.compactMenu && entry?.isList === true}
        about={<About />}
        devices={<DeviceSettings hasTestPage={features.selfTest} />}
      />
    </>
  );
}
