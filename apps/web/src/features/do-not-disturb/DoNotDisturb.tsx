import { useAppServices } from '../../client/hooks/app-services.ts';
import { isAnonymous } from '../../client/session/user.ts';
import { useStore } from '../../client/store/store.ts';
import styles from './DoNotDisturb.module.css';
import { DoNotDisturbMenu } from './DoNotDisturbMenu.tsx';
import { DoNotDisturbNotice } from './DoNotDisturbNotice.tsx';

export type DoNotDisturbProps =
  /** The button in the header of every page. */
  | { readonly place: 'header' }
  /** The entry of the menu on small screens. */
  | { readonly place: 'menu'; readonly className: string | undefined }
  /** What every page says while calls do not ring. */
  | { readonly place: 'notice'; readonly isInCall: boolean };

/** Do not disturb for users with an account: without one, nothing is kept on the server (decision D86). */
export function DoNotDisturb(props: DoNotDisturbProps) {
  const { session, brand } = useAppServices();
  const state = useStore(session.state);
  if (state.phase !== 'signedIn' || isAnonymous(state.user, brand)) return undefined;
  switch (props.place) {
    case 'header':
      return <DoNotDisturbMenu className={styles.button} />;
    case 'menu':
      return <DoNotDisturbMenu className={props.className} hasWords />;
    case 'notice':
      // This live region is always in the page, so that assistive technology observes it.
      return (
        <div aria-live="polite">
          <DoNotDisturbNotice isInCall={props.isInCall} />
        </div>
      );
  }
}
