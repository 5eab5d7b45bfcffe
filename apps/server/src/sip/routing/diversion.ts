import type { Header } from '@samtal/sip';
import type { Binding } from '../registrar/location.ts';

/** Where a call goes instead of to the called device, and the header fields that tell that target why. */
export type Diversion = { readonly binding: Binding; readonly headers: readonly Header[] };
