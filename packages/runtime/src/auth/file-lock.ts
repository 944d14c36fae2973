import { codeOf } from '@hermes/safety'
import { LoginError } from '@hermes/transports/auth'

/** A process that ended without releasing its lock is waited for this long. */
const staleMs = 15_000

/** Longer than one renewal lasts. */
const patience = { retries: 80, factor: 1.2, minTimeout: 25, maxTimeout: 500, randomize: true }

/**
 * Runs work while no other process that locks the same path does: with a folder `<path>.lock` beside it, as other programs
 * do it too. The path itself need not exist.
 * @throws {LoginError} `storage` when the lock cannot be had.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const release = await acquire(path)
  try {
    return await work()
  } finally {
    // A lock that was lost cannot be given back; what was done under it is done.
    await release().catch(() => undefined)
  }
}

async function acquire(path: string): Promise<() => Promise<void>> {
  const { default: lockfile } = await import('proper-lockfile')
  try {
    return await lockfile.lock(path, {
      realpath: false,
      stale: staleMs,
      retries: patience,
      // Else the library ends the process. What is done under the lock says by itself what it replaces.
      onCompromised: () => undefined,
    })
  } catch (cause) {
    const isTaken = codeOf(cause) === 'ELOCKED'
    const advice = isTaken
      ? `another process has held it for too long: if none is running, delete ${path}.lock`
      : "check the folder's permissions and the free space"
    throw new LoginError('storage', `${path} could not be locked: ${advice}.`, { cause })
  }
}
