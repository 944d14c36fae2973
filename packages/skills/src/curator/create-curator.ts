import { stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { HermesError } from '@hermes/core'
import type { SkillEntry } from '../find/index.js'
import { readLock, type SkillChange, type SkillStore } from '../store/index.js'
import { readUses } from './uses.js'

/** Archives unused skills of the home. Archived skills are kept, and each step is a line of the ledger. */
export interface Curator {
  /** Returns the skills of the home with their states. Changes nothing. */
  review(): Promise<readonly CuratedSkill[]>
  /** Archives the skills that are due. */
  run(): Promise<readonly SkillChange[]>
  /** Archives a skill. @throws {HermesError} `skill/not-found` when the home has no such skill. */
  archive(name: string): Promise<SkillChange>
  /** Restores an archived skill. @throws {HermesError} `skill/not-found`, `skill/conflict`. */
  restore(name: string): Promise<SkillChange>
  /** Undoes the last step that was not undone yet. Resolves to `undefined` if there is none. */
  undo(): Promise<SkillChange | undefined>
  /** Returns the archived skills that can be restored. */
  archived(): Promise<readonly SkillChange[]>
}

export interface CuratedSkill {
  readonly name: string
  /** The path relative to the folder of all skills. */
  readonly path: string
  /** `due`: the next run archives it. `stale`: not used for a while. */
  readonly state: 'active' | 'stale' | 'due'
  /** Why the skill is never due. Absent for the agent's own skills. */
  readonly kept?: 'pinned' | 'installed' | 'yours' | undefined
  readonly uses: number
  /** The time of the last use or change. */
  readonly lastAtMs: number
}

export interface CuratorOptions {
  readonly store: SkillStore
  /** Returns all skills of the home. */
  readonly skills: () => Promise<readonly SkillEntry[]>
  readonly now: () => number
  /** Names of skills that a run never archives. */
  readonly pinned: readonly string[]
  /** Days without a use or a change after which a skill is stale. */
  readonly staleAfterDays: number
  readonly archiveAfterDays: number
}

const dayMs = 86_400_000

export function createCurator(options: CuratorOptions): Curator {
  const { store, skills, now, pinned, staleAfterDays, archiveAfterDays } = options

  async function review(): Promise<readonly CuratedSkill[]> {
    const [entries, changes, uses, lock] = await Promise.all([
      skills(),
      store.changes(),
      readUses(store.folder),
      readLock(store.folder),
    ])
    return Promise.all(
      entries.map(async ({ name, folder, file }): Promise<CuratedSkill> => {
        const path = relative(store.folder, folder).split(sep).join('/')
        const ofSkill = changes.filter((change) => change.path === path)
        const isOfAgent = ofSkill.find(({ action }) => action === 'create')?.by === 'agent'
        const kept = pinned.includes(name) ? 'pinned' : lock[name] ? 'installed' : isOfAgent ? undefined : 'yours'
        const used = uses.get(name)
        const written = (await stat(join(folder, file))).mtimeMs
        const lastAtMs = Math.max(used?.lastAtMs ?? 0, ofSkill.at(-1)?.atMs ?? 0, written)
        const days = (now() - lastAtMs) / dayMs
        const isDue = days > archiveAfterDays && kept === undefined
        const state = isDue ? 'due' : days > staleAfterDays ? 'stale' : 'active'
        return { name, path, state, kept, uses: used?.count ?? 0, lastAtMs }
      }),
    )
  }

  async function archived(): Promise<readonly SkillChange[]> {
    const changes = await store.changes()
    // A later step of any kind supersedes it.
    return changes.filter(
      ({ action, path }, at) => action === 'archive' && !changes.slice(at + 1).some((later) => later.path === path),
    )
  }

  return {
    review,
    archived,
    async run() {
      const done: SkillChange[] = []
      for (const { path, state } of await review())
        if (state === 'due') done.push(await store.remove({ action: 'archive', path, by: 'curator' }))
      return done
    },
    async archive(name) {
      const skill = (await review()).find((each) => each.name === name)
      if (!skill) throw new HermesError('skill/not-found', `The home has no skill "${name}".`)
      return store.remove({ action: 'archive', path: skill.path, by: 'person' })
    },
    async restore(name) {
      const change = (await archived()).findLast(({ skill }) => skill === name)
      if (!change) throw new HermesError('skill/not-found', `No skill "${name}" is archived.`)
      return store.undo(change.id, 'person')
    },
    async undo() {
      const changes = await store.changes()
      const undone = new Set(changes.flatMap(({ undoes }) => undoes ?? []))
      const last = changes.findLast(({ id, action }) => action === 'archive' && !undone.has(id))
      return last && store.undo(last.id, 'person')
    },
  }
}
