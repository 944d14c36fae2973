export type { RemoteServices } from '../remote/remote-environment.js'
export type { SyncedFile } from '../remote/sync-files.js'
export { createSshEnvironment, type SshEnvironmentOptions } from './ssh-environment.js'
export type { SshTarget } from './ssh-link.js'
