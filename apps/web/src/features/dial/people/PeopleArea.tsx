import { contactName } from '@samtal/api-contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { dateLocale, timeOrDay } from '../../../client/format/time.ts';
import { useKnownPeople } from '../../../client/hooks/use-client.ts';
import { serviceSign } from '../../../client/people/service-sign.ts';
import type { IconName } from '../../../ui/icons/Icon.tsx';
import styles from './PeopleArea.module.css';
import { PersonTile } from './PersonTile.tsx';
import type { RecentPerson } from './recent-people.ts';
import type { DialFeatures, DialPeople } from './use-dial-people.ts';

export type PeopleAreaProps = {
  readonly people: Pick<DialPeople, 'contacts' | 'services' | 'recents'>;
  readonly features: DialFeatures;
};

/**
 * How many of each are shown; the rest is found by typing, or on its own page. Services have all the room of a
 * guest's page, which has no faces.
 */
const most = { favourites: 12, recents: 6, services: 3, servicesAlone: 9 };

const icons: Readonly<Record<RecentPerson['how'], IconName>> = {
  missed: 'callMissed',
  incoming: 'callIn',
  outgoing: 'callOut',
};

/** Favourites, recent calls and services, with faces or signs; one press calls. */
export function PeopleArea({ people, features }: PeopleAreaProps) {
  const { t, i18n } = useTranslation();
  const { compare } = new Intl.Collator(i18n.language);
  const favourites = people.contacts
    .filter(({ favourite }) => favourite === true)
    .toSorted((one, other) => compare(contactName(one), contactName(other)))
    .slice(0, most.favourites);
  const recents = people.recents.slice(0, most.recents);
  const hasFaces = favourites.length + recents.length > 0;
  const services = people.services.slice(0, hasFaces ? most.services : most.servicesAlone);
  const isStarHintDue = favourites.length === 0 && people.contacts.length > 0;
  const isAnyShown = hasFaces || services.length > 0;
  return (
    <div className={styles.area}>
      {isAnyShown ? <p className={styles.hint}>{t('dial.press')}</p> : undefined}
      {favourites.length === 0 ? undefined : (
        <Tiles title={t('dial.favourites')}>
          {favourites.map((contact) => (
            <li key={contact.id}>
              <PersonTile name={contactName(contact)} address={contact.sipaddress} image={contact.imageUrl} />
            </li>
          ))}
        </Tiles>
      )}
      {recents.length === 0 ? undefined : (
        <Tiles title={t('dial.recent')} isInWholeRows>
          {recents.map((recent) => (
            <li key={recent.address}>
              <RecentTile recent={recent} />
            </li>
          ))}
        </Tiles>
      )}
      {services.length === 0 ? undefined : (
        <Tiles
          title={t('menu.services')}
          more={
            features.services && services.length < people.services.length ? (
              <Link href="/services" className={styles.more}>
                {t('dial.all_services')}
              </Link>
            ) : undefined
          }
        >
          {services.map(({ id, fname, sipaddress, imageUrl }) => (
            <li key={id}>
              <PersonTile
                name={fname || sipaddress}
                address={sipaddress}
                image={imageUrl}
                sign={serviceSign(sipaddress)}
              />
            </li>
          ))}
        </Tiles>
      )}
      {isStarHintDue ? <p className={styles.hint}>{t('dial.favourites_hint')}</p> : undefined}
    </div>
  );
}

type TilesProps = {
  readonly title: string;
  readonly more?: ReactNode;
  /** Whether those that begin another row on a phone, and do not fill it, are left out there. */
  readonly isInWholeRows?: boolean;
  readonly children: ReactNode;
};

function Tiles({ title, more, isInWholeRows, children }: TilesProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {more}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the list role when there are no bullets */}
      <ul role="list" className={styles.tiles} data-whole-rows={isInWholeRows}>
        {children}
      </ul>
    </section>
  );
}

function RecentTile({ recent }: { readonly recent: RecentPerson }) {
  const { t, i18n } = useTranslation();
  const { name, address, at, how } = recent;
  const known = useKnownPeople()(address);
  const service = known?.source === 'service' ? known : undefined;
  // oxlint-disable-next-line react/purity -- today's date is read when the list of calls changes
  const time = timeOrDay(at, dateLocale(i18n.language, navigator.languages), Date.now());
  const words = {
    missed: t('history.in.missed'),
    incoming: t('dial.recent_in'),
    outgoing: t('dial.recent_out'),
  };
  return (
    <PersonTile
      name={name}
      address={address}
      {...(service && { image: service.image, sign: serviceSign(address) })}
      last={{ icon: icons[how], words: words[how], time }}
      isMissed={how === 'missed'}
    />
  );
}
