import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, EnvironmentError, type Logger } from '@hermes/core'
import { shellQuote } from '@hermes/safety'
import { resolvePath, writeAtomically } from '@hermes/safety/files'

/** File or folder of this machine that is copied to the remote side. */
export interface SyncedFile {
  /** Absolute path on this machine. */
  readonly local: string
  /** Path relative to the remote home folder. */
  readonly remote: string
}

export interface FileSync {
  /** Copies back files that were changed remotely, unless they were also changed locally. */
  pull(): Promise<void>
}

interface Pair extends SyncedFile {
  readonly hash: string
}

const maxBytes = 2 * 2 ** 30
const attempts = 3

/**
 * Copies files that differ to the remote side, where only their owner can access them.
 *
 * @throws {EnvironmentError} when they exceed 2 GiB, or a copy fails three times.
 */
export async function pushFiles(
  environment: Environment,
  files: readonly SyncedFile[],
  logger: Logger,
): Promise<FileSync> {
  const pairs = await readPairs((await Promise.all(files.map(listFiles))).flat())
  const known = await remoteHashes(environment, pairs)
  const changed = pairs.filter(({ hash }, index) => known[index] !== hash)
  if (changed.length > 0) await run(environment, prepareScript(changed))
  for (const { local, remote } of changed) {
    await retry(async () => environment.files.write(`~/${remote}`, await readFile(local)))
  }
  return { pull: () => pullFiles(environment, pairs, logger) }
}

async function pullFiles(environment: Environment, pairs: readonly Pair[], logger: Logger): Promise<void> {
  const hashes = await remoteHashes(environment, pairs)
  for (const [index, { local, remote, hash }] of pairs.entries()) {
    const now = hashes[index]
    if (now === hash || now === missing) continue
    if (hashOf(await readFile(local)) !== hash) {
      logger.log('warn', `${local} was changed here and remotely, so the remote version was not copied back.`)
      continue
    }
    await retry(async () => writeAtomically(await resolvePath(local), await environment.files.read(`~/${remote}`)))
  }
}

async function listFiles({ local, remote }: SyncedFile): Promise<readonly SyncedFile[]> {
  const status = await stat(local).catch(() => undefined)
  if (!status) return []
  if (!status.isDirectory()) return [{ local, remote }]
  const entries = await readdir(local, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(local.length + 1))
    .map((name) => ({ local: join(local, name), remote: `${remote}/${name}` }))
}

async function readPairs(files: readonly SyncedFile[]): Promise<readonly Pair[]> {
  const sizes = await Promise.all(files.map(async ({ local }) => (await stat(local)).size))
  if (sizes.reduce((sum, size) => sum + size, 0) > maxBytes) {
    throw new EnvironmentError('The files to copy exceed 2 GiB: name fewer.')
  }
  const pairs: Pair[] = []
  for (const file of files) pairs.push({ ...file, hash: hashOf(await readFile(file.local)) })
  return pairs
}

function hashOf(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

const missing = 'missing'

/** Returns the hashes of the remote files, in the order of the files. */
async function remoteHashes(environment: Environment, files: readonly SyncedFile[]): Promise<readonly string[]> {
  if (files.length === 0) return []
  const output = await run(
    environment,
    `sum() { sha256sum 2>/dev/null || shasum -a 256; }
cd && for file in ${files.map(({ remote }) => shellQuote(remote)).join(' ')}; do
  if [ -f "$file" ]; then hash=$(sum <"$file"); echo "\${hash%% *}"; else echo ${missing}; fi
done`,
  )
  return output.trim().split('\n')
}

/** Returns a script that creates missing files, accessible only to their owner. Replacing a file keeps its permissions. */
function prepareScript(files: readonly SyncedFile[]): string {
  return `umask 077
cd && for file in ${files.map(({ remote }) => shellQuote(remote)).join(' ')}; do
  case $file in */*) mkdir -p "\${file%/*}" ;; esac
  [ -e "$file" ] || : >"$file"
done`
}

async function run(environment: Environment, command: string): Promise<string> {
  const process = await environment.spawn({ command }, { signal: new AbortController().signal })
  const chunks = await Array.fromAsync(process.output)
  const { code } = await process.exit
  const text = (stream: string) =>
    Buffer.concat(chunks.filter((chunk) => chunk.stream === stream).map(({ data }) => data)).toString()
  if (code !== 0) throw new EnvironmentError(`Files could not be copied: ${text('stderr').trim()}`)
  return text('stdout')
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (attempt === attempts)
        throw new EnvironmentError('A file could not be copied after three attempts.', { cause: error })
    }
  }
}
