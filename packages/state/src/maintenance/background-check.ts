import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

export interface BackgroundCheck {
  /** `unknown` when the check did not finish. */
  readonly outcome: Promise<'sound' | 'damaged' | 'unknown'>
  stop(): void
}

const damagedStatus = 3

/** Runs in a child process, because reading a large file would block the event loop for seconds. */
const program = `
const Driver = require(process.argv[1])
const database = new Driver(process.argv[2], { readonly: true, timeout: 20000 })
try {
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') process.exitCode = ${damagedStatus}
} catch (error) {
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) throw error
  process.exitCode = ${damagedStatus}
}
database.close()
`

/**
 * Checks a file in a child process, which does not keep this process alive. It ends after the check or when stopped.
 */
export function startBackgroundCheck(path: string): BackgroundCheck {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  const child = spawn(process.execPath, ['--eval', program, driver, path], {
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
