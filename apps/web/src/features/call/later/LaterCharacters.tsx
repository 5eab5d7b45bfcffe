import { useTextRecords } from '../../../client/hooks/use-client.ts';
import { laterPart } from './later-part.tsx';

const Button = laterPart(({ CharactersButton }) => CharactersButton);

/** The button for the list of characters, once its code is loaded; nothing where no characters are recorded (decision D91). */
export const LaterCharacters = () => useTextRecords() && <Button />;
