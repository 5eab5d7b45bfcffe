import type { MailTexts } from './en.ts';

export const fi: MailTexts = {
  greeting: 'Hei {name},',
  login: 'Voit kirjautua sisään täällä:\n{link}',
  registrationSubject: 'Tilisi palvelussa {brand}',
  registrationBody: 'Tilisi palvelussa {brand} on luotu.',
  registrationNames: 'Käyttäjätunnus: {username}\nSIP-osoite: {sip}',
  registrationAddress: 'SIP-osoite: {sip}\nKäyttäjätunnuksesi on osa ennen @-merkkiä.',
  registrationPassword: 'Salasana: {password}\nVaihda se, kun olet kirjautunut sisään ensimmäisen kerran.',
  registrationApproval:
    'Ylläpitäjän on hyväksyttävä tili ennen kuin voit kirjautua sisään. Saat siitä viestin.',
  registrationVerify: 'Vahvista sähköpostiosoitteesi avaamalla tämä linkki 7 päivän kuluessa:\n{link}',
  resetSubject: 'Uusi salasana palveluun {brand}',
  resetBody:
    'Tilillesi {username} on pyydetty uutta salasanaa. Valitse se avaamalla tämä linkki 24 tunnin kuluessa:\n{link}',
  resetIgnore: 'Jos et pyytänyt tätä, sinun ei tarvitse tehdä mitään. Salasanasi pysyy ennallaan.',
  approvalSubject: 'Tilisi palvelussa {brand} on hyväksytty',
  approvalBody: 'Tilisi {username} on hyväksytty.',
  changedSubject: 'Salasanasi palvelussa {brand} on vaihdettu',
  changedBody: 'Tilisi {username} salasana on vaihdettu.',
  changedWarning: 'Jos et tehnyt sitä itse, valitse heti uusi salasana:\n{link}',
  emailSubject: 'Vahvista sähköpostiosoitteesi palvelussa {brand}',
  emailBody:
    'Tämä osoite on annettu tilin uudeksi sähköpostiosoitteeksi palvelussa {brand}. Vahvista osoite avaamalla tämä linkki 24 tunnin kuluessa:\n{link}',
  emailIgnore: 'Jos et tehnyt tätä, sinun ei tarvitse tehdä mitään. Osoitetta ei oteta käyttöön.',
  emailNoticeSubject: 'Uusi sähköpostiosoite tilillesi palvelussa {brand}',
  emailNoticeBody:
    'Tilillesi {username} on annettu uusi sähköpostiosoite. Se otetaan käyttöön, kun siihen lähetetty linkki avataan. Siihen asti tämä osoite on käytössä.',
};
