export const en = {
  greeting: 'Hello {name},',
  login: 'You can log in here:\n{link}',
  registrationSubject: 'Your account at {brand}',
  registrationBody: 'Your account at {brand} has been created.',
  registrationNames: 'Username: {username}\nSIP address: {sip}',
  registrationAddress: 'SIP address: {sip}\nYour username is the part of it before the @.',
  registrationPassword: 'Password: {password}\nPlease change it after you have logged in for the first time.',
  registrationApproval:
    'An administrator must approve the account before you can log in. You will get a message then.',
  registrationVerify: 'Open this link within 7 days to confirm your e-mail address:\n{link}',
  resetSubject: 'New password for {brand}',
  resetBody:
    'A new password has been requested for your account {username}. Open this link within 24 hours to choose one:\n{link}',
  resetIgnore: 'If you did not ask for this, do nothing. Your password stays as it is.',
  approvalSubject: 'Your account at {brand} has been approved',
  approvalBody: 'Your account {username} has been approved.',
  changedSubject: 'Your password at {brand} has been changed',
  changedBody: 'The password of your account {username} has been changed.',
  changedWarning: 'If you did not do this, choose a new password at once:\n{link}',
  emailSubject: 'Confirm your e-mail address at {brand}',
  emailBody:
    'This address was entered as the new e-mail address of an account at {brand}. Open this link within 24 hours to confirm it:\n{link}',
  emailIgnore: 'If you did not do this, do nothing. The address is not used.',
  emailNoticeSubject: 'A new e-mail address for your account at {brand}',
  emailNoticeBody:
    'A new e-mail address was entered for your account {username}. It is used once the link that was sent to it is opened. Until then this address stays in use.',
} as const;

/** Every sentence of the mails; English is the pattern that the other languages follow. */
export type MailTexts = Readonly<Record<keyof typeof en, string>>;
