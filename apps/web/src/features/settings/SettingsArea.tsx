import type { Features } from '@samtal/api-contract';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { useIsNarrow } from '../../ui/page/use-is-narrow.ts';
import { AppSettings } from './app/AppSettings.tsx';
import { ColorsSettings } from './colours/ColorsSettings.tsx';
import { EmergencySettings } from './emergency/EmergencySettings.tsx';
import { MediaSettings } from './media/MediaSettings.tsx';
import { RingtoneSettings } from './media/RingtoneSettings.tsx';
import { MediamailSettings } from './messages/MediamailSettings.tsx';
import { RejectMessagesSettings } from './messages/RejectMessagesSettings.tsx';
import styles from './SettingsArea.module.css';
import { SettingsMenu } from './SettingsMenu.tsx';
import type { SettingsPage, SettingsPageName } from './settings-pages.ts';
import { TextFormatSettings } from './text-format/TextFormatSettings.tsx';

export type SettingsAreaProps = {
  readonly page: SettingsPage;
  readonly features: Features;
  /** On small screens, the list of the pages is shown before the page (decision D76). */
  readonly startsWithList?: boolean;
  /** Content of the page About. Like `devices`, it comes from another feature. */
  readonly about: ReactNode;
  readonly devices: ReactNode;
};

/** The settings menu and the open page. On small screens CSS shows only one of the two (NAV-08). */
export default function SettingsArea({
  page,
  features,
  startsWithList = false,
  about,
  devices,
}: SettingsAreaProps) {
  const { t } = useTranslation();
  const [isMenuOpen, setIsMenuOpen] = useState(startsWithList);
  // The browser's Back also leads to the list.
  const [didStart, setDidStart] = useState(startsWithList);
  if (didStart !== startsWithList) {
    setDidStart(startsWithList);
    setIsMenuOpen(startsWithList);
  }
  const isList = useIsNarrow() && isMenuOpen;
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const openPath = useRef(page.path);

  useLayoutEffect(() => {
    if (openPath.current === page.path) return;
    openPath.current = page.path;
    heading.current?.focus();
  }, [page.path]);

  function closeMenu(): void {
    setIsMenuOpen(false);
    // The button that opened the menu is visible again only after the menu has closed.
    requestAnimationFrame(() => opener.current?.focus());
  }

  const contents: Readonly<Record<SettingsPageName, ReactNode>> = {
    colors: <ColorsSettings />,
    textformat: <TextFormatSettings />,
    media: <MediaSettings features={features} />,
    ringtone: <RingtoneSettings features={features} />,
    mediamail: <MediamailSettings />,
    rejectmessages: <RejectMessagesSettings />,
    devices,
    emergency: <EmergencySettings features={features} />,
    app: <AppSettings />,
    about,
  };
  return (
    <div className={styles.area} data-menu={isMenuOpen ? 'open' : 'closed'}>
      <div className={styles.menu}>
        <SettingsMenu
          features={features}
          current={page.name}
          isList={isList}
          onOpen={() => setIsMenuOpen(false)}
          onCancel={closeMenu}
        />
      </div>
      <div className={styles.page}>
        <div className={styles.opener}>
          <Button
            ref={opener}
            kind="quiet"
            icon="back"
            aria-expanded={isMenuOpen}
            onPress={() => setIsMenuOpen(true)}
          >
            {t('menu.settings')}
          </Button>
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {t(page.label)}
        </h1>
        {contents[page.name]}
      </div>
    </div>
  );
}
