export { type CliOptions, type ProgramName, runCli } from './cli.js'
export type { InputStream, Io, OutputStream } from './io.js'
