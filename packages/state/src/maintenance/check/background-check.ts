import { spawn } from 'node:child_process'

export interface BackgroundCheck {
  /** Resolves with the result; `unknown` when the check did not finish. */
  readonly outcome: Promise<'sound' | 'damaged' | 'unknown'>
  stop(): void
}

const damagedStatus = 3

/**
 * Program for a child process, because reading a large file would block the event loop for seconds. Any version of
 * SQLite is safe for reading.
 */
const program = `
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(process.argv[1], { readOnly: true, timeout: 20000 })
try {
  if (database.prepare('pragma quick_check(1)').get().quick_check !== 'ok') process.exitCode = ${damagedStatus}
} catch (error) {
  const [corrupt, noDatabase] = [11, 26]
  if (![corrupt, noDatabase].includes(error.errcode & 0xff)) throw error
  process.exitCode = ${damagedStatus}
}
database.close()
`

/** Checks a file in a child process, which does not keep this process alive. It ends after the check or when it is stopped. */
export function startBackgroundCheck(path: string): BackgroundCheck {
  const child = spawn(process.execPath, ['--eval', program, path], {
    stdio: 'ignore',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  child.unref()
  const outcome = new Promise<'sound' | 'damaged' | 'unknown'>((resolve) => {
    child.once('error', () => resolve('unknown'))
    child.once('exit', (status) => resolve(toOutcome(status)))
  })
  return { outcome, stop: () => void child.kill('SIGKILL') }
}

function toOutcome(status: number | null): 'sound' | 'damaged' | 'unknown' {
  if (status === 0) return 'sound'
  return status === damagedStatus ? 'damaged' : 'unknown'
}
