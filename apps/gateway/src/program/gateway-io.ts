import type { Writable } from 'node:stream'
import type { OpenPlatform } from '../chats/connect/connections.js'

/** The input and output of the gateway: the process's own, or a test's. */
export interface GatewayIo {
  readonly stdout: Writable
  readonly stderr: Writable
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working directory of the agent's commands, unless the config sets another one. */
  readonly workingDirectory: string
  /** The folder of skills that ship with the program. Default: none. */
  readonly bundledSkills?: string
  /** The command that starts this program as another process, to which arguments of the gateway are appended. Default: as this process was started. */
  readonly program?: readonly string[]
  /** Default: the adapters that the settings name. */
  readonly openPlatform?: OpenPlatform
}

export function processIo(): Required<Omit<GatewayIo, 'bundledSkills' | 'openPlatform'>> {
  const { stdout, stderr, env, execPath, execArgv, argv } = process
  const program = [execPath, ...execArgv, ...argv.slice(1, 2)]
  return { stdout, stderr, env, workingDirectory: process.cwd(), program }
}
