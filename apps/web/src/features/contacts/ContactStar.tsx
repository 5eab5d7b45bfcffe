import { type Contact, contactDraftOf } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { usePeople } from '../../client/hooks/use-client.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';

/** The contact whose star was pressed last: its row moves to another group, where the star gets the focus again. */
let pressed: string | undefined;

export type ContactStarProps = { readonly contact: Contact; readonly describedBy: string };

/** Makes a contact a favourite, or no longer one (decision D53). */
export function ContactStar({ contact, describedBy }: ContactStarProps) {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const people = usePeople();
  /** What the user wants while it is being stored. */
  const [wanted, setWanted] = useState<boolean>();
  const isFavourite = wanted ?? contact.favourite === true;

  function takeFocus(star: HTMLElement | null): void {
    if (star === null || pressed !== contact.id) return;
    if (document.activeElement === document.body) star.focus({ preventScroll: true });
  }
  async function toggle(): Promise<void> {
    if (wanted !== undefined) return;
    pressed = contact.id;
    const favourite = !isFavourite;
    setWanted(favourite);
    alerts.clear('contact');
    const result = await people.saveContact({ ...contactDraftOf(contact), favourite }, contact.id);
    setWanted(undefined);
    if (!result.ok)
      alerts.show({ id: 'contact', type: 'danger', message: { key: 'contacts.favourite_failed' } });
  }

  return (
    <IconButton
      ref={takeFocus}
      icon="star"
      label={t('contacts.favourite')}
      aria-pressed={isFavourite}
      aria-describedby={describedBy}
      onPress={() => void toggle()}
    />
  );
}
