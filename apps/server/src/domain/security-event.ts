/** What somebody who looks for misuse wants to know of; nothing in it is secret. */
export type SecurityEvent = {
  readonly event:
    | 'loggedIn'
    | 'loginRefused'
    | 'loginHeldUp'
    | 'loggedOut'
    | 'accountCreated'
    | 'accountVerified'
    | 'accountStatusChanged'
    | 'accountRemoved'
    | 'passwordChanged'
    | 'passwordResetRequested'
    | 'emailChangeRequested'
    | 'emailChanged'
    | 'passwordReset'
    | 'linkRefused'
    | 'captchaRefused'
    | 'kioskLinkMinted'
    | 'sipDeviceAdded'
    | 'sipDeviceRemoved'
    | 'settingChanged'
    | 'tooManyRequests'
    | 'anonymousRefused';
  /** Name of an account that exists; what strangers type is never written, because it may be a password. */
  readonly account?: string | undefined;
  /** Network address of the visitor. */
  readonly address?: string | undefined;
  readonly detail?: string | undefined;
};

export type Audit = (event: SecurityEvent) => void;
