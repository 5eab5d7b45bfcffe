import { useTranslation } from 'react-i18next';

/** The words of the field for a picture and of its dialog. */
export function usePictureWords() {
  const { t } = useTranslation();
  return {
    add: t('picture.add'),
    change: t('picture.change'),
    remove: t('picture.remove'),
    unreadable: t('picture.unreadable'),
    failed: t('picture.failed'),
    title: t('picture.title'),
    hint: t('picture.hint'),
    zoom: t('picture.zoom'),
    across: t('picture.across'),
    down: t('picture.down'),
    save: t('common.save'),
    cancel: t('common.cancel'),
  };
}
