import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describeError, type Logger } from '@hermes/core'
import { joinPlaces } from './join-places.js'
import type { PlaceIndex } from './place-index.js'
import type { SkillPlace, SkillSet } from './skill-entry.js'
import { hasSameFolders, type IndexOptions, loadIndex, updateIndex } from './update-index.js'

/** The skills of several places, read once and kept in a file. */
export interface SkillIndex {
  /** The result of the last call of `load`. Empty before it. */
  readonly current: SkillSet
  /**
   * Loads the current skills. Those that come with the program are read once. A large cached index is returned at once
   * if no skill was added or removed; its files are checked afterwards, and a later call sees changes of their
   * descriptions.
   */
  load(): Promise<SkillSet>
  /** Loads the current skills with every file checked. */
  loadAll(): Promise<SkillSet>
}

export interface SkillIndexOptions {
  /** The places, in order of precedence. */
  readonly places: readonly SkillPlace[]
  /** Absolute path of the cache folder. Created when needed. */
  readonly cacheFolder: string
  readonly logger: Logger
}

/** Indexes with fewer skills are checked before they are used. */
const quicklyChecked = 500
/**
 * Delay before a large index is checked after its use, in milliseconds. By then, startup is over and most processes
 * wait for a model.
 */
const checkedAfterMs = 1_000
/** Minimum time between two checks of a large index, in milliseconds. */
const checkedEveryMs = 10_000

export function createSkillIndex({ places, cacheFolder, logger }: SkillIndexOptions): SkillIndex {
  const known = new Map<string, PlaceIndex>()
  let joined: readonly PlaceIndex[] = []
  let current = joinPlaces([])
  let last: Promise<unknown> = Promise.resolve()
  let checkedAt = Number.NEGATIVE_INFINITY

  /** Runs work one after another, because each starts from the result of the previous one. */
  function inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  /** @returns the places whose files still have to be checked. */
  async function refresh(isPatient: boolean): Promise<readonly SkillPlace[]> {
    const late: SkillPlace[] = []
    for (const place of places) {
      // Bundled skills are part of the program and are checked only once, however many sessions it starts.
      if (!isPatient && place.origin === 'bundled' && known.has(place.folder)) continue
      const options: IndexOptions = { place, cacheFolder, logger }
      const index = known.get(place.folder) ?? (await loadIndex(options))
      if (!isPatient && index && index.entries.length > quicklyChecked && hasSameFolders(place.folder, index)) {
        known.set(place.folder, index)
        late.push(place)
      } else known.set(place.folder, await updateIndex(options, index))
    }
    return late
  }

  function joinKnown(): SkillSet {
    const parts = places.flatMap(({ folder }) => known.get(folder) ?? [])
    const isSame = parts.length === joined.length && parts.every((index, at) => joined[at] === index)
    if (!isSame) {
      joined = parts
      current = joinPlaces(parts)
    }
    return current
  }

  /** Checks files in the background. Callers that come in the meantime do not wait for it. */
  async function checkFiles(late: readonly SkillPlace[]): Promise<void> {
    await setTimeout(checkedAfterMs, undefined, { ref: false })
    for (const place of late) {
      const { folder } = place
      const before = known.get(folder)
      const index = await updateIndex({ place, cacheFolder, logger }, before)
      // Otherwise, a simultaneous refresh has seen an added or removed skill.
      if (known.get(folder) === before) known.set(folder, index)
    }
  }

  function checkLater(late: readonly SkillPlace[]): void {
    if (performance.now() - checkedAt < checkedEveryMs) return
    checkedAt = performance.now()
    checkFiles(late).catch((error: unknown) =>
      logger.log('warn', `The skills were not checked: ${describeError(error)}`),
    )
  }

  return {
    get current() {
      return current
    },
    async load() {
      const late = await inOrder(() => refresh(false))
      if (late.length > 0) checkLater(late)
      return joinKnown()
    },
    async loadAll() {
      await inOrder(() => refresh(true))
      return joinKnown()
    },
  }
}

/** Returns the folder of cached indexes in a cache folder. */
export function indexFolder(cache: string): string {
  return join(cache, 'skills')
}
