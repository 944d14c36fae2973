import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RepositoryState } from './damage.js'

/** Remembers the targets of branches, tags and stashes that commands have moved or deleted, as refs of the copy. */
export interface KeptTips {
  keep(change: Change, atMs: number): Promise<void>
}

interface Change {
  readonly before: RepositoryState
  readonly now: RepositoryState
  /** Folder with copies of the files before the change. */
  readonly filesFolder: string
}

/** Maximum number of remembered changes. Older ones are deleted. */
const mostChanges = 100
/** Maximum number of the newest entries of a log that was shortened or deleted. */
const mostEntries = 50

export function keepTips(folder: string): KeptTips {
  const kept = join(folder, 'refs/kept')
  return {
    async keep({ before, now, filesFolder }, atMs) {
      const moved = [...before.refs.tips].filter(([name, id]) => now.refs.tips.get(name) !== id)
      const shortened = [...before.files].filter(
        ([path, { size }]) => path.startsWith('logs/refs/') && (now.files.get(path)?.size ?? 0) < size,
      )
      const entries = await Promise.all(
        shortened.map(async ([path]) => {
          const ids = idsOf(await readFile(join(filesFolder, path), 'utf8').catch(() => ''))
          return ids.map((id, index): [string, string] => [`refs/${path}/${index}`, id])
        }),
      )
      const all = [...moved, ...entries.flat()]
      if (all.length === 0) return
      const stamp = new Date(atMs).toISOString().replaceAll(/[:.]/g, '-')
      for (const [name, id] of all) {
        const path = join(kept, stamp, name.slice('refs/'.length))
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, `${id}\n`)
      }
      for (const old of (await readdir(kept)).sort().slice(0, -mostChanges))
        await rm(join(kept, old), { recursive: true, force: true })
    },
  }
}

/** Returns the ids in a log, newest first. The second word of each line is the target of the ref. */
function idsOf(log: string): readonly string[] {
  const ids = log.split('\n').flatMap((line) => line.split(' ')[1] ?? [])
  return [...new Set(ids.filter((id) => /^[0-9a-f]{40,64}$/.test(id) && /[1-9a-f]/.test(id)))]
    .slice(-mostEntries)
    .reverse()
}
