import type { Features } from '@samtal/api-contract';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, useLocation } from 'wouter';
import { settingsPageAt } from '../features/settings/settings-pages.ts';
import { PageTitle } from './PageTitle.tsx';

const SettingsArea = lazy(() => import('../features/settings/SettingsArea.tsx'));
const DeviceSettings = lazy(() => import('../features/devices/DeviceSettings.tsx'));
const About = lazy(async () => ({ default: (await import('../features/about/About.tsx')).About }));

/** The settings page of this address, or the way to the one that opens instead (ROUTE-04 … -07). */
export function SettingsRoute({ features }: { readonly features: Features }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const page = settingsPageAt(path, features);
  if ('redirect' in page) return <Redirect to={page.redirect} replace />;
  return (
    <>
      <PageTitle page={t(page.label)} />
      <SettingsArea page={page} features={features} about={<About />} devices={<DeviceSettings />} />
    </>
  );
}
