import { join } from 'node:path'
import { isRepository } from '../git-structure.js'
import { makeBare } from './bare-copy.js'
import { copyBack, copyOut, isSameContent } from './copy-file.js'
import { type Damage, destroyedFiles, hasDestroyedRefs, type RepositoryState, readState } from './damage.js'
import { fileAt, gitFiles } from './git-files.js'
import { keepTips } from './kept-tips.js'
import { lostObjects } from './lost-objects.js'
import { largestCopied, objectFiles } from './object-files.js'
import { removeDerived } from './remove-derived.js'
import { trimCopies } from './trim-copies.js'

/** Copy of a repository, used to restore it when a command destroys its history. */
export interface KeptRepository {
  /** Copies added and changed files. Files that disappeared stay known, because a command may be about to remove more. */
  hold(): Promise<void>
  /** Accepts the current state of the repository as correct. */
  accept(): Promise<void>
  /** Compares the repository with the last held state. Resolves to `undefined` when none was held. */
  look(): Promise<Damage | undefined>
  /** Restores files that disappeared or changed although git would have kept them, and remembers what git itself deleted. */
  mend(damage: Damage): Promise<void>
  /** Deletes old copies of objects that the repository no longer has or has packed. */
  trim(): Promise<void>
  /** Files with objects that are too large to be copied. Commands must not write them. */
  readonly large: readonly string[]
}

interface KeptRepositoryOptions {
  /** Git directory, with links resolved. */
  readonly data: string
  /** Folder for the copy, a bare repository. Commands must not have access to it. */
  readonly folder: string
  /** Folder for files of the git directory that are not objects. No other process may write there. */
  readonly filesFolder: string
  readonly now: () => number
}

const copiedAtOnce = 8
/** Files that git does not remove during a merge or a similar operation. */
const lasting = /^(?:refs\/|logs\/|HEAD$|packed-refs$|index$|shallow$|config$)/

export function keepRepository({ data, folder, filesFolder, now }: KeptRepositoryOptions): KeptRepository {
  const objectsFolder = join(data, 'objects')
  const copies = join(folder, 'objects')
  const objects = objectFiles(objectsFolder)
  const tips = keepTips(folder)
  let held: RepositoryState | undefined
  let large: readonly string[] = []

  async function holdObjects(isFresh: boolean): Promise<void> {
    const names = objects.names()
    const accepted = objects.accepted()
    const tooLarge = new Set(large.filter((name) => names.has(name)))
    const added = [...names].filter((name) => !accepted.has(name) && !tooLarge.has(name))
    await forEach(added, async (name) => {
      const file = fileAt(join(objectsFolder, name))
      if (file === undefined) return
      if (file.size > largestCopied) {
        tooLarge.add(name)
        return
      }
      const copy = join(copies, name)
      const isCopied = !isFresh && fileAt(copy)?.size === file.size
      if (isCopied || (await copyOut(join(objectsFolder, name), copy))) objects.accept(name, file)
    })
    large = [...tooLarge]
  }

  async function holdFiles(): Promise<void> {
    const files = gitFiles(data)
    const before = held?.files ?? new Map()
    await forEach([...files], async ([path, { changedAtMs }]) => {
      if (before.get(path)?.changedAtMs !== changedAtMs) await copyOut(join(data, path), join(filesFolder, path))
    })
    const stillKnown = [...before].filter(([path]) => lasting.test(path))
    held = { ...readState(data, files, held), files: new Map([...stillKnown, ...files]) }
  }

  async function hold(isFresh: boolean): Promise<void> {
    if (!isRepository(data)) return
    if (held === undefined) await makeBare(folder, data)
    await holdObjects(isFresh)
    await holdFiles()
  }

  async function alteredObjects(): Promise<readonly string[]> {
    const altered: string[] = []
    for (const name of objects.altered()) {
      const path = join(objectsFolder, name)
      const file = fileAt(path)
      // A hard link or different permissions also count as a change of the file.
      if (file && (await isSameContent(path, join(copies, name)))) objects.accept(name, file)
      else altered.push(name)
    }
    return altered
  }

  async function look(before: RepositoryState): Promise<Damage> {
    const names = objects.names()
    const gone = [...objects.accepted()].filter((name) => !names.has(name))
    const lost = new Set(gone.length === 0 ? [] : lostObjects(gone, names, { objects: objectsFolder, copies }))
    for (const name of gone) if (!lost.has(name)) objects.forget(name)
    const altered = await alteredObjects()
    const state = readState(data, gitFiles(data), before)
    const isOfRefs = hasDestroyedRefs(data, before, state, lost)
    return { isAny: isOfRefs || lost.size > 0 || altered.length > 0, lost, altered, state, isOfRefs }
  }

  return {
    get large() {
      return large.map((name) => join(objectsFolder, name))
    },
    hold: () => hold(false),
    async accept() {
      held = undefined
      objects.forgetAll()
      await hold(true)
    },
    look: async () => (held === undefined ? undefined : look(held)),
    async mend(damage) {
      if (held === undefined) return
      const before = held
      await tips.keep({ before, now: damage.state, filesFolder }, now())
      await forEach([...damage.lost, ...damage.altered], async (name) => {
        await copyBack(join(copies, name), data, `objects/${name}`)
        const file = fileAt(join(objectsFolder, name))
        if (file) objects.accept(name, file)
      })
      if (damage.lost.size > 0 || damage.altered.length > 0) await removeDerived(objectsFolder)
      if (!damage.isOfRefs) return
      for (const path of destroyedFiles(before, damage)) await copyBack(join(filesFolder, path), data, path)
    },
    trim: () => trimCopies(copies, objects.names(), now()),
  }
}

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const next = items.values()
  const worker = async () => {
    for (const item of next) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(copiedAtOnce, items.length) }, worker))
}
