import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeEach } from 'vitest'
import { runCli } from '../src/start/run-cli.js'

export interface CliInHome {
  /** The home of the running test, removed after it. */
  readonly home: string
  /** Runs a command in its home, without a terminal. */
  hermes(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }>
}

/** Creates a home for each test of a file. */
export function cliInHome(): CliInHome {
  let home = ''
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'hermes-cli-'))
    return () => rm(home, { recursive: true })
  })
  return {
    get home() {
      return home
    },
    async hermes(...args) {
      const stdout = new PassThrough({ encoding: 'utf8' })
      const stderr = new PassThrough({ encoding: 'utf8' })
      const io = { stdin: new PassThrough().end(), stdout, stderr, env: { HERMES_HOME: home }, workingDirectory: home }
      const code = await runCli(args, { io })
      return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
    },
  }
}
