import type { MailTexts } from './en.ts';

export const da: MailTexts = {
  greeting: 'Hej {name}',
  login: 'Du kan logge ind her:\n{link}',
  registrationSubject: 'Din konto hos {brand}',
  registrationBody: 'Din konto hos {brand} er oprettet.',
  registrationNames: 'Brugernavn: {username}\nSIP-adresse: {sip}',
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
};
