export type { CommandWrapper, LaunchableCommand, WrappableCommand } from './local/command-wrapper.js'
export { createLocalEnvironment, type LocalEnvironmentOptions, type LocalServices } from './local/local-environment.js'
export { type ScrubOptions, scrubVariables } from './local/scrub-variables.js'
