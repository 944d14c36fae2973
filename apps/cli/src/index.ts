export { type CliOptions, type ProgramName, runCli } from './cli.js'
export type { InputStream, OutputStream, ProcessIo as Io } from './io.js'
