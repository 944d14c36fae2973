import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Io } from '../../io.js'
import { cloneRepository } from '../../setup/sources/clone-repository.js'
import { UsageError } from '../../usage-error.js'

/** Files of a profile that someone shares. */
export interface FetchedSource extends AsyncDisposable {
  readonly folder: string
  /** Source of updates: an absolute folder or an address. */
  readonly source: string
}

/**
 * Fetches a local folder, a git address, or `owner/repository` on GitHub.
 * @throws {UsageError} when it does not exist.
 */
export async function fetchSource(source: string, { env, workingDirectory }: Io): Promise<FetchedSource> {
  const local = resolve(workingDirectory, source)
  const status = await stat(local).catch(() => undefined)
  if (status?.isDirectory()) return { folder: local, source: local, [Symbol.asyncDispose]: async () => undefined }
  const url = /^[\w.-]+\/[\w.-]+$/.test(source) ? `https://github.com/${source}` : source
  if (!/^(?:https:\/\/|ssh:\/\/|git@)/.test(url)) {
    throw new UsageError(`"${source}" is neither a folder nor the address of a repository.`)
  }
  const parent = await mkdtemp(join(tmpdir(), 'hermes-profile-'))
  const discard = () => rm(parent, { recursive: true, force: true })
  const folder = join(parent, 'repository')
  try {
    await cloneRepository(env)(url, folder, { signal: AbortSignal.timeout(120_000) })
  } catch (cause) {
    await discard()
    throw new UsageError(`${url} could not be cloned: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  return { folder, source: url, [Symbol.asyncDispose]: discard }
}
