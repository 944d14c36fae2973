import { HermesError, type SessionId } from '@hermes/core'
import { addedBy, MemoryError, type MemoryWrites, type TargetChange, undoneIn } from '@hermes/memory'
import { readLock, type SkillChange, type SkillStore } from '@hermes/skills'
import { describeChange } from '../memory/describe-change.js'

/** A change of the memory or of a skill. */
export interface JourneyEntry {
  /** The id, which is unique in the journey. */
  readonly id: string
  /** When the change was made, in milliseconds since 1970. */
  readonly atMs: number
  /** What was changed. `memory` and `user` are the two memory files. */
  readonly kind: 'memory' | 'user' | 'skill'
  readonly by: TargetChange['change']['by'] | SkillChange['by']
  /** A description of the change. For a memory, its entries with `+` and `-`, one per line. For a skill, what was done and its name. */
  readonly text: string
  /** The conversation that caused it. */
  readonly sessionId?: SessionId | undefined
  /** The id of the change that this one undoes. */
  readonly undoes?: string | undefined
  readonly isUndone: boolean
}

/** The history of what was learned, in the memory and in the skills. */
export interface Journey {
  /** Returns the changes, newest first. */
  entries(): Promise<readonly JourneyEntry[]>
  /** Undoes a change. @throws {HermesError} `memory/unknown`, and what the memory or the skills refuse. */
  undo(id: string, sessionId?: SessionId): Promise<void>
  /** Rewrites the memory that a change added. @throws {HermesError} `memory/invalid` for a skill or for several memories. */
  edit(id: string, text: string, sessionId?: SessionId): Promise<void>
  /** Removes the memories that a change added, or deletes its skill. Both can be undone. @throws {HermesError} */
  remove(id: string, sessionId?: SessionId): Promise<void>
}

export interface JourneyOptions {
  readonly writes: MemoryWrites
  /** The skills. Absent for people who may not see the skills of the owner. */
  readonly skills?: SkillStore | undefined
  /** The person whose memory it is. Default: the owner. */
  readonly person?: string | undefined
}

export function createJourney({ writes, skills, person }: JourneyOptions): Journey {
  const changes = async () => {
    const [memories, ofSkills] = await Promise.all([writes.history(person), skills?.changes() ?? []])
    return { memories, ofSkills }
  }

  async function find(id: string) {
    const { memories, ofSkills } = await changes()
    const memory = memories.find(({ change }) => change.id === id)
    if (memory) return memory
    const skill = ofSkills.find((change) => change.id === id)
    if (skill) return skill
    throw new MemoryError('memory/unknown', `Nothing was learned as "${id}": take an ID of the list.`)
  }

  return {
    async entries() {
      const { memories, ofSkills } = await changes()
      const undone = new Set([
        ...undoneIn(memories.map(({ change }) => change).reverse()),
        ...ofSkills.flatMap(({ undoes }) => undoes ?? []),
      ])
      const all = [...memories.map(ofMemory), ...ofSkills.map(ofSkill)]
      return all
        .map((entry) => ({ ...entry, isUndone: undone.has(entry.id) }))
        .sort((one, other) => other.atMs - one.atMs)
    },
    async undo(id, sessionId) {
      const found = await find(id)
      if (isSkillChange(found)) await skills?.undo(id, 'person')
      else await writes.undo(id, originOf(sessionId), person)
    },
    async edit(id, text, sessionId) {
      const found = await find(id)
      if (isSkillChange(found))
        throw new MemoryError(
          'memory/invalid',
          `"${id}" is the skill ${found.skill}: /refine ${found.skill} changes it, or an editor.`,
        )
      const [oldText, ...others] = addedBy(found.change)
      if (oldText === undefined || others.length > 0)
        throw new MemoryError(
          'memory/invalid',
          `"${id}" brought ${others.length === 0 ? 'no memory' : 'several memories'}: choose a change that brought one.`,
        )
      const edits = [{ action: 'replace', oldText, content: text } as const]
      await writes.write({ target: found.target, person, edits, ...originOf(sessionId) })
    },
    async remove(id, sessionId) {
      const found = await find(id)
      if (isSkillChange(found)) return removeSkill(found, skills, sessionId)
      const edits = addedBy(found.change).map((oldText) => ({ action: 'remove', oldText }) as const)
      if (edits.length === 0) throw new MemoryError('memory/invalid', `"${id}" brought no memory: undo it instead.`)
      await writes.write({ target: found.target, person, edits, ...originOf(sessionId) })
    },
  }
}

async function removeSkill(
  { skill, path }: SkillChange,
  store: SkillStore | undefined,
  sessionId: SessionId | undefined,
): Promise<void> {
  if (!store) return
  const newest = (await store.changes()).findLast((change) => change.path === path)
  if (newest?.after === undefined) throw new HermesError('skill/not-found', `The skill "${skill}" is deleted already.`)
  if (Object.hasOwn(await readLock(store.folder), skill))
    throw new HermesError('skill/refused', `The skill "${skill}" was installed: uninstall or reset it instead.`)
  await store.remove({ action: 'delete', path, by: 'person', sessionId })
}

function isSkillChange(found: TargetChange | SkillChange): found is SkillChange {
  return 'skill' in found
}

function originOf(sessionId: SessionId | undefined) {
  return { by: 'person', ...(sessionId !== undefined && { sessionId }) } as const
}

type EntryFacts = Omit<JourneyEntry, 'isUndone'>

function ofMemory({ target, change }: TargetChange): EntryFacts {
  const { id, atMs, by, sessionId, undoes } = change
  return { id, atMs, kind: target, by, text: describeChange(change), sessionId, undoes }
}

function ofSkill({ id, atMs, by, action, skill, sessionId, undoes }: SkillChange): EntryFacts {
  return { id, atMs, kind: 'skill', by, text: `${action} ${skill}`, sessionId, undoes }
}
