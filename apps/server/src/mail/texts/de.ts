import type { MailTexts } from './en.ts';

export const de: MailTexts = {
  greeting: 'Guten Tag {name},',
  login: 'Hier können Sie sich anmelden:\n{link}',
  registrationSubject: 'Ihr Konto bei {brand}',
  registrationBody: 'Ihr Konto bei {brand} wurde angelegt.',
  registrationNames: 'Benutzername: {username}\nSIP-Adresse: {sip}',
  registrationAddress: 'SIP-Adresse: {sip}\nIhr Benutzername ist der Teil vor dem @.',
  registrationPassword: 'Passwort: {password}\nBitte ändern Sie es nach der ersten Anmeldung.',
  registrationApproval:
    'Bevor Sie sich anmelden können, muss eine Administratorin oder ein Administrator das Konto freigeben. Sie erhalten dann eine Nachricht.',
  registrationVerify:
    'Öffnen Sie diesen Link innerhalb von 7 Tagen, um Ihre E-Mail-Adresse zu bestätigen:\n{link}',
  resetSubject: 'Neues Passwort für {brand}',
  resetBody:
    'Für Ihr Konto {username} wurde ein neues Passwort angefordert. Öffnen Sie diesen Link innerhalb von 24 Stunden, um eines zu wählen:\n{link}',
  resetIgnore: 'Wenn Sie das nicht waren, müssen Sie nichts tun. Ihr Passwort bleibt unverändert.',
  approvalSubject: 'Ihr Konto bei {brand} wurde freigegeben',
  approvalBody: 'Ihr Konto {username} wurde freigegeben.',
  changedSubject: 'Ihr Passwort bei {brand} wurde geändert',
  changedBody: 'Das Passwort Ihres Kontos {username} wurde geändert.',
  changedWarning: 'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort:\n{link}',
  emailSubject: 'Bestätigen Sie Ihre E-Mail-Adresse bei {brand}',
  emailBody:
    'Diese Adresse wurde als neue E-Mail-Adresse eines Kontos bei {brand} eingegeben. Öffnen Sie diesen Link innerhalb von 24 Stunden, um sie zu bestätigen:\n{link}',
  emailIgnore: 'Wenn Sie das nicht waren, müssen Sie nichts tun. Die Adresse wird nicht verwendet.',
  emailNoticeSubject: 'Eine neue E-Mail-Adresse für Ihr Konto bei {brand}',
  emailNoticeBody:
    'Für Ihr Konto {username} wurde eine neue E-Mail-Adresse eingegeben. Sie gilt, sobald der dorthin gesendete Link geöffnet wird. Bis dahin gilt diese Adresse.',
};
