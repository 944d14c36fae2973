import { codeOf } from '@hermes/safety'
import { LoginError } from '@hermes/transports/auth'

/** How long a lock stays valid after the process that held it has died, in milliseconds. */
const staleMs = 15_000

/** The retries for taking a lock. Together they take longer than one renewal. */
const lockRetries = { retries: 80, factor: 1.2, minTimeout: 25, maxTimeout: 500, randomize: true }

/**
 * Runs work while holding the lock of a path: a folder `<path>.lock` next to it, which is how other programs lock, too. The path itself need not exist.
 * @throws {LoginError} `storage` when the lock is not available.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const release = await acquire(path)
  try {
    return await work()
  } finally {
    // A lost lock cannot be released, and the work under it is done.
    await release().catch(() => undefined)
  }
}

async function acquire(path: string): Promise<() => Promise<void>> {
  const { default: lockfile } = await import('proper-lockfile')
  try {
    return await lockfile.lock(path, {
      realpath: false,
      stale: staleMs,
      retries: lockRetries,
      // Without a handler, the library would end the process. The work itself checks what it replaces.
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
