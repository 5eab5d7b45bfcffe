import type { MailTexts } from './en.ts';

export const no: MailTexts = {
  greeting: 'Hei {name}!',
  login: 'Du kan logge inn her:\n{link}',
  registrationSubject: 'Kontoen din hos {brand}',
  registrationBody: 'Kontoen din hos {brand} er opprettet.',
  registrationNames: 'Brukernavn: {username}\nSIP-adresse: {sip}',
  registrationAddress: 'SIP-adresse: {sip}\nBrukernavnet ditt er delen foran @.',
  registrationPassword: 'Passord: {password}\nBytt det når du har logget inn første gang.',
  registrationApproval:
    'En administrator må godkjenne kontoen før du kan logge inn. Du får en melding når det er gjort.',
  registrationVerify: 'Åpne denne lenken innen 7 dager for å bekrefte e-postadressen din:\n{link}',
  resetSubject: 'Nytt passord for {brand}',
  resetBody:
    'Det er bedt om et nytt passord for kontoen din {username}. Åpne denne lenken innen 24 timer for å velge et:\n{link}',
  resetIgnore: 'Hvis du ikke har bedt om dette, trenger du ikke gjøre noe. Passordet ditt endres ikke.',
  approvalSubject: 'Kontoen din hos {brand} er godkjent',
  approvalBody: 'Kontoen din {username} er godkjent.',
  changedSubject: 'Passordet ditt hos {brand} er endret',
  changedBody: 'Passordet for kontoen din {username} er endret.',
  changedWarning: 'Hvis det ikke var deg, må du straks velge et nytt passord:\n{link}',
  emailSubject: 'Bekreft e-postadressen din hos {brand}',
  emailBody:
    'Denne adressen er oppgitt som ny e-postadresse for en konto hos {brand}. Åpne denne lenken innen 24 timer for å bekrefte den:\n{link}',
  emailIgnore: 'Hvis det ikke var deg, trenger du ikke gjøre noe. Adressen blir ikke brukt.',
  emailNoticeSubject: 'En ny e-postadresse for kontoen din hos {brand}',
  emailNoticeBody:
    'Det er oppgitt en ny e-postadresse for kontoen din {username}. Den tas i bruk når lenken som er sendt dit, åpnes. Inntil da gjelder denne adressen.',
};
