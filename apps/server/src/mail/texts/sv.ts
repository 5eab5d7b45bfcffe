import type { MailTexts } from './en.ts';

export const sv: MailTexts = {
  greeting: 'Hej {name}!',
  login: 'Du kan logga in här:\n{link}',
  registrationSubject: 'Ditt konto hos {brand}',
  registrationBody: 'Ditt konto hos {brand} har skapats.',
  registrationNames: 'Användarnamn: {username}\nSIP-adress: {sip}',
  registrationAddress: 'SIP-adress: {sip}\nDitt användarnamn är delen före @.',
  registrationPassword: 'Lösenord: {password}\nByt det när du har loggat in första gången.',
  registrationApproval:
    'En administratör måste godkänna kontot innan du kan logga in. Du får ett meddelande när det är klart.',
  registrationVerify: 'Öppna den här länken inom 7 dagar för att bekräfta din e-postadress:\n{link}',
  resetSubject: 'Nytt lösenord för {brand}',
  resetBody:
    'Ett nytt lösenord har begärts för ditt konto {username}. Öppna den här länken inom 24 timmar för att välja ett:\n{link}',
  resetIgnore: 'Om du inte har begärt detta behöver du inte göra något. Ditt lösenord ändras inte.',
  approvalSubject: 'Ditt konto hos {brand} har godkänts',
  approvalBody: 'Ditt konto {username} har godkänts.',
  changedSubject: 'Ditt lösenord hos {brand} har ändrats',
  changedBody: 'Lösenordet för ditt konto {username} har ändrats.',
  changedWarning: 'Om det inte var du, välj genast ett nytt lösenord:\n{link}',
  emailSubject: 'Bekräfta din e-postadress hos {brand}',
  emailBody:
    'Den här adressen har angetts som ny e-postadress för ett konto hos {brand}. Öppna den här länken inom 24 timmar för att bekräfta den:\n{link}',
  emailIgnore: 'Om det inte var du behöver du inte göra något. Adressen används inte.',
  emailNoticeSubject: 'En ny e-postadress för ditt konto hos {brand}',
  emailNoticeBody:
    'En ny e-postadress har angetts för ditt konto {username}. Den används när länken som har skickats dit öppnas. Till dess gäller den här adressen.',
};
