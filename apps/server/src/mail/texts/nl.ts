import type { MailTexts } from './en.ts';

export const nl: MailTexts = {
  greeting: 'Hallo {name},',
  login: 'U kunt hier inloggen:\n{link}',
  registrationSubject: 'Uw account bij {brand}',
  registrationBody: 'Uw account bij {brand} is aangemaakt.',
  registrationNames: 'Gebruikersnaam: {username}\nSIP-adres: {sip}',
  registrationPassword: 'Wachtwoord: {password}\nWijzig het nadat u voor het eerst hebt ingelogd.',
  registrationApproval:
    'Een beheerder moet het account goedkeuren voordat u kunt inloggen. U krijgt dan bericht.',
  registrationVerify: 'Open deze link binnen 7 dagen om uw e-mailadres te bevestigen:\n{link}',
  resetSubject: 'Nieuw wachtwoord voor {brand}',
  resetBody:
    'Er is een nieuw wachtwoord aangevraagd voor uw account {username}. Open deze link binnen 24 uur om er een te kiezen:\n{link}',
  resetIgnore: 'Hebt u dit niet aangevraagd, doe dan niets. Uw wachtwoord blijft zoals het is.',
  approvalSubject: 'Uw account bij {brand} is goedgekeurd',
  approvalBody: 'Uw account {username} is goedgekeurd.',
  changedSubject: 'Uw wachtwoord bij {brand} is gewijzigd',
  changedBody: 'Het wachtwoord van uw account {username} is gewijzigd.',
  changedWarning: 'Hebt u dit niet gedaan, kies dan meteen een nieuw wachtwoord:\n{link}',
};
