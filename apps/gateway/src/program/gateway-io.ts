import type { Writable } from 'node:stream'
import type { OpenPlatform } from '../chats/connect/connections.js'

/** The input and output of the gateway: the process's own, or a test's. */
export interface GatewayIo {
  readonly stdout: Writable
  readonly stderr: Writable
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the agent's commands start, unless the config says otherwise. */
  readonly workingDirectory: string
  /** The folder of the skills that the program ships. Default: none. */
  readonly bundledSkills?: string
  /** How to start this program as another process: the arguments of the gateway are appended. Default: as this one was. */
  readonly program?: readonly string[]
  /** Default: the adapters that the settings name. */
  readonly openPlatform?: OpenPlatform
}

export function processIo(): Required<Omit<GatewayIo, 'bundledSkills' | 'openPlatform'>> {
  const { stdout, stderr, env, execPath, execArgv, argv } = process
  const program = [execPath, ...execArgv, ...argv.slice(1, 2)]
  return { stdout, stderr, env, workingDirectory: process.cwd(), program }
}
