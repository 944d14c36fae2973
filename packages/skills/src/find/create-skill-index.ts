import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describeError, type Logger } from '@hermes/core'
import { joinPlaces } from './join-places.js'
import type { PlaceIndex } from './place-index.js'
import type { SkillPlace, SkillSet } from './skill-entry.js'
import { hasSameFolders, type IndexOptions, loadIndex, updateIndex } from './update-index.js'

/** The skills of several places, read once and kept in a file. */
export interface SkillIndex {
  /** What the last call of `load` found. Empty before it. */
  readonly current: SkillSet
  /**
   * The skills of now. Those that come with the program are read once. A large index that is known from before is returned at once if no skill was added or removed, and its files are
   * checked afterwards: a change of their descriptions is seen by a later call.
   */
  load(): Promise<SkillSet>
  /** The same, with every file checked. */
  loadAll(): Promise<SkillSet>
}

export interface SkillIndexOptions {
  /** In order of precedence. */
  readonly places: readonly SkillPlace[]
  /** Absolute. Created when it is needed. */
  readonly cacheFolder: string
  readonly logger: Logger
}

/** Indexes with fewer skills are checked before they are used. */
const quicklyChecked = 500
/** Large indexes are checked so long after they were used: a start is over by then, and most processes wait for a model. */
const checkedAfterMs = 1_000
/** Large indexes are checked no more often than this. */
const checkedEveryMs = 10_000

export function createSkillIndex({ places, cacheFolder, logger }: SkillIndexOptions): SkillIndex {
  const known = new Map<string, PlaceIndex>()
  let joined: readonly PlaceIndex[] = []
  let current = joinPlaces([])
  let last: Promise<unknown> = Promise.resolve()
  let checkedAt = Number.NEGATIVE_INFINITY

  /** One after another: each starts from what the one before has found. */
  function inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  /** @returns the places whose files are still to be checked. */
  async function refresh(isPatient: boolean): Promise<readonly SkillPlace[]> {
    const late: SkillPlace[] = []
    for (const place of places) {
      // Part of the program: they are checked once, however many sessions it begins.
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

  /** Callers that come meanwhile do not wait for it. */
  async function checkFiles(late: readonly SkillPlace[]): Promise<void> {
    await setTimeout(checkedAfterMs, undefined, { ref: false })
    for (const place of late) {
      const { folder } = place
      const before = known.get(folder)
      const index = await updateIndex({ place, cacheFolder, logger }, before)
      // Of two that were made at the same time, the other one has seen an added or a removed skill.
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

/** The folder of the cached indexes in a folder of caches. */
export function indexFolder(cache: string): string {
  return join(cache, 'skills')
}
