import type { MailTexts } from './en.ts';

export const nl: MailTexts = {
  greeting: 'Hallo {name},',
  login: 'U kunt hier inloggen:\n{link}',
  registrationSubject: 'Uw account bij {brand}',
  registrationBody: 'Uw account bij {brand} is aangemaakt.',
  registrationNames: 'Gebruikersnaam: {username}\nSIP-adres: {sip}',
  registrationAddress: 'SIP-adres: {sip}\nUw gebruikersnaam is het deel vóór de @.',
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
  emailSubject: 'Bevestig uw e-mailadres bij {brand}',
  emailBody:
    'Dit adres is opgegeven als nieuw e-mailadres van een account bij {brand}. Open deze link binnen 24 uur om het te bevestigen:\n{link}',
  emailIgnore: 'Hebt u dit niet gedaan, doe dan niets. Het adres wordt niet gebruikt.',
  emailNoticeSubject: 'Een nieuw e-mailadres voor uw account bij {brand}',
  emailNoticeBody:
    'Er is een nieuw e-mailadres opgegeven voor uw account {username}. Het wordt gebruikt zodra de link die daarheen is gestuurd, wordt geopend. Tot dan blijft dit adres in gebruik.',
};
