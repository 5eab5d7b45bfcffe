import type { MailTexts } from './en.ts';

export const da: MailTexts = {
  greeting: 'Hej {name}',
  login: 'Du kan logge ind her:\n{link}',
  registrationSubject: 'Din konto hos {brand}',
  registrationBody: 'Din konto hos {brand} er oprettet.',
  registrationNames: 'Brugernavn: {username}\nSIP-adresse: {sip}',
  registrationAddress: 'SIP-adresse: {sip}\nDit brugernavn er delen før @.',
  registrationPassword: 'Adgangskode: {password}\nSkift den, når du har logget ind første gang.',
  registrationApproval:
    'En administrator skal godkende kontoen, før du kan logge ind. Du får en besked, når det er sket.',
  registrationVerify: 'Åbn dette link inden for 7 dage for at bekræfte din e-mailadresse:\n{link}',
  resetSubject: 'Ny adgangskode til {brand}',
  resetBody:
    'Der er bedt om en ny adgangskode til din konto {username}. Åbn dette link inden for 24 timer for at vælge en:\n{link}',
  resetIgnore: 'Hvis du ikke har bedt om det, skal du ikke gøre noget. Din adgangskode ændres ikke.',
  approvalSubject: 'Din konto hos {brand} er godkendt',
  approvalBody: 'Din konto {username} er blevet godkendt.',
  changedSubject: 'Din adgangskode til {brand} er ændret',
  changedBody: 'Adgangskoden til din konto {username} er blevet ændret.',
  changedWarning: 'Hvis det ikke var dig, skal du straks vælge en ny adgangskode:\n{link}',
  emailSubject: 'Bekræft din e-mailadresse hos {brand}',
  emailBody:
    'Denne adresse er angivet som ny e-mailadresse for en konto hos {brand}. Åbn dette link inden for 24 timer for at bekræfte den:\n{link}',
  emailIgnore: 'Hvis det ikke var dig, skal du ikke gøre noget. Adressen bruges ikke.',
  emailNoticeSubject: 'En ny e-mailadresse til din konto hos {brand}',
  emailNoticeBody:
    'Der er angivet en ny e-mailadresse for din konto {username}. Den bruges, når linket, der er sendt til den, bliver åbnet. Indtil da gælder denne adresse.',
};
