export type { CommandWrapper, LaunchableCommand, WrappableCommand } from './command-wrapper.js'
export { findExecutable } from './find-executable.js'
export { createLocalEnvironment, type LocalEnvironmentOptions, type LocalServices } from './local-environment.js'
export { type ScrubOptions, scrubVariables } from './scrub-variables.js'
