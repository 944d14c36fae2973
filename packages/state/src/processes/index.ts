export { ownIdentity, type ProcessIdentity, standingOf } from './process-identity.js'
