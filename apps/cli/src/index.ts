export type { InputStream, OutputStream, ProcessIo as Io } from './io.js'
export { type CliOptions, type ProgramName, runCli } from './start/run-cli.js'
