import type { Writable } from 'node:stream'

/** The input and output of the gateway: the process's own, or a test's. */
export interface GatewayIo {
  readonly stdout: Writable
  readonly stderr: Writable
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the agent's commands start, unless the config says otherwise. */
  readonly workingDirectory: string
  /** The folder of the skills that the program ships. Default: none. */
  readonly bundledSkills?: string
}

export function processIo(): GatewayIo {
  const { stdout, stderr, env } = process
  return { stdout, stderr, env, workingDirectory: process.cwd() }
}
