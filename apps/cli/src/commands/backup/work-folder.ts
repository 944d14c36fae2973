import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { isMissing } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'
import { ownIdentity, processStateOf } from '@hermes/state/processes'
import * as z from 'zod'

const prefix = '.writing-'
const ownerName = 'owner.json'
/** After this time, in milliseconds, the process that writes a backup counts as dead even if it cannot be checked from here. */
const longestBackupMs = 86_400_000

const ownerSchema = z.object({
  process: z.object({ host: z.string(), place: z.string(), pid: z.number(), startTime: z.string() }),
  /** Path of the unfinished archive. */
  partial: z.string(),
})

export interface WorkFolder extends AsyncDisposable {
  readonly path: string
}

/**
 * Creates a private folder in the home for copies of the stores during a backup. Disposing it deletes the folder and the unfinished archive.
 * @param partial Path of the unfinished archive. If this process is killed, the next backup deletes both.
 */
export async function makeWorkFolder(home: string, partial: string): Promise<WorkFolder> {
  const folder = join(home, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(folder, prefix))
  const owner = { process: await ownIdentity(), partial } satisfies z.infer<typeof ownerSchema>
  await writeFile(join(path, ownerName), JSON.stringify(owner), { mode: 0o600 })
  return { path, [Symbol.asyncDispose]: () => remove(path, partial) }
}

/**
 * Deletes what killed backups of a home left behind: copies of its sessions, and unfinished archives.
 * @returns the deleted folders.
 */
export async function removeAbandonedBackups(home: string): Promise<readonly string[]> {
  const folder = join(home, 'backups')
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const removed: string[] = []
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(folder, name)
    const owner = await ownerOf(path)
    if (!(await isAbandoned(path, owner))) continue
    await remove(path, owner?.partial)
    removed.push(path)
  }
  return removed
}

async function ownerOf(path: string): Promise<z.infer<typeof ownerSchema> | undefined> {
  const text = await readOptional(join(path, ownerName))
  try {
    return text === undefined ? undefined : ownerSchema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function isAbandoned(path: string, owner: z.infer<typeof ownerSchema> | undefined): Promise<boolean> {
  const state = owner ? await processStateOf(owner.process) : 'elsewhere'
  if (state !== 'elsewhere') return state === 'gone'
  const status = await stat(path).catch(() => undefined)
  return status !== undefined && Date.now() - status.mtimeMs > longestBackupMs
}

async function remove(path: string, partial: string | undefined): Promise<void> {
  // The folder is deleted last, because it holds the path of the archive.
  if (partial !== undefined && isPartialName(partial)) await rm(partial, { force: true })
  await rm(path, { recursive: true, force: true })
}

/** Returns the path of a backup's unfinished archive: next to its target, so that it can be renamed. */
export function partialOf(folder: string, name: string): string {
  return join(folder, `.${name}.${process.pid}.part`)
}

function isPartialName(path: string): boolean {
  return isAbsolute(path) && /^\..+\.\d+\.part$/.test(basename(path))
}
