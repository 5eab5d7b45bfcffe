import type { MailTexts } from './en.ts';

export const fr: MailTexts = {
  greeting: 'Bonjour {name},',
  login: 'Vous pouvez vous connecter ici :\n{link}',
  registrationSubject: 'Votre compte {brand}',
  registrationBody: 'Votre compte {brand} a été créé.',
  registrationNames: 'Nom d’utilisateur : {username}\nAdresse SIP : {sip}',
  registrationPassword: 'Mot de passe : {password}\nVeuillez le changer après votre première connexion.',
  registrationApproval:
    'Un administrateur doit approuver le compte avant que vous puissiez vous connecter. Vous recevrez alors un message.',
  registrationVerify: 'Ouvrez ce lien dans les 7 jours pour confirmer votre adresse e-mail :\n{link}',
  resetSubject: 'Nouveau mot de passe pour {brand}',
  resetBody:
    'Un nouveau mot de passe a été demandé pour votre compte {username}. Ouvrez ce lien dans les 24 heures pour en choisir un :\n{link}',
  resetIgnore: 'Si vous n’avez rien demandé, ne faites rien. Votre mot de passe reste inchangé.',
  approvalSubject: 'Votre compte {brand} a été approuvé',
  approvalBody: 'Votre compte {username} a été approuvé.',
  changedSubject: 'Votre mot de passe {brand} a été modifié',
  changedBody: 'Le mot de passe de votre compte {username} a été modifié.',
  changedWarning: 'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe :\n{link}',
};
