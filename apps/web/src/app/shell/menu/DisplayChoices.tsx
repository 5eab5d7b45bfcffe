import { isFeatureOn } from '@samtal/api-contract';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { AppearanceMenu } from './AppearanceMenu.tsx';
import { ContrastButton } from './ContrastButton.tsx';
import styles from './DisplayChoices.module.css';
import { LanguageMenu } from './LanguageMenu.tsx';

/** The choices of appearance and language on pages for everyone, which have no menu. */
export function DisplayChoices() {
  const { features } = useAppServices().brand;
  const hasAppearance = isFeatureOn(features.appearance, undefined);
  return (
    <div className={styles.area}>
      <div className={styles.choices}>
        {isFeatureOn(features.contrast, undefined) ? (
          <ContrastButton isHighContrast={hasAppearance} />
        ) : undefined}
        {hasAppearance ? (
          <>
            <AppearanceMenu />
            <LanguageMenu />
          </>
        ) : undefined}
      </div>
    </div>
  );
}
