import type { MailTexts } from './en.ts';

export const fr: MailTexts = {
  greeting: 'Bonjour {name},',
  login: 'Vous pouvez vous connecter ici :\n{link}',
  registrationSubject: 'Votre compte {brand}',
  registrationBody: 'Votre compte {brand} a été créé.',
  registrationNames: 'Nom d’utilisateur : {username}\nAdresse SIP : {sip}',
  registrationAddress: 'Adresse SIP : {sip}\nVotre nom d’utilisateur est la partie qui précède le @.',
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
  emailSubject: 'Confirmez votre adresse e-mail {brand}',
  emailBody:
    'Cette adresse a été saisie comme nouvelle adresse e-mail d’un compte {brand}. Ouvrez ce lien dans les 24 heures pour la confirmer :\n{link}',
  emailIgnore: 'Si ce n’était pas vous, ne faites rien. L’adresse ne sera pas utilisée.',
  emailNoticeSubject: 'Une nouvelle adresse e-mail pour votre compte {brand}',
  emailNoticeBody:
    'Une nouvelle adresse e-mail a été saisie pour votre compte {username}. Elle sera utilisée dès que le lien qui y a été envoyé sera ouvert. D’ici là, cette adresse reste utilisée.',
};
