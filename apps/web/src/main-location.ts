/** The part of the composition root that is loaded for users whose emergency calls carry a location (decision D89). */
export { locationCode } from '@samtal/call-core/location';
