import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Copies a file in a child process, if it exists. Closing any descriptor of a database releases the locks that the
 * closing process holds on it
 * (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
 */
export async function copyInChildProcess(from: string, to: string): Promise<void> {
  const program = `
const { copyFileSync } = require('node:fs')
try {
  copyFileSync(process.argv[1], process.argv[2])
} catch (error) {
  if (error.code !== 'ENOENT') throw error
}
`
  await promisify(execFile)(process.execPath, ['--eval', program, from, to], {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
}
