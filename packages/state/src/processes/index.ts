export { ownIdentity, type ProcessIdentity, processStateOf } from './process-identity.js'
