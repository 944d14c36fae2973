import type { LockedSkill } from './lock-file.js'

/** A line of the ledger: what was done to a skill, when, and by whom. */
export interface SkillChange {
  readonly id: string
  readonly atMs: number
  readonly action: SkillAction
  /** The name of the skill's folder. */
  readonly skill: string
  /** The folder, relative to the folder of all skills, with `/`. */
  readonly path: string
  readonly by: 'agent' | 'person' | 'curator'
  /** The agent's session. */
  readonly sessionId?: string | undefined
  /** Content by others that the session had read. */
  readonly read?: readonly string[] | undefined
  /** The change that this one undoes. */
  readonly undoes?: string | undefined
  /** The hash of the folder after the change. Absent: it was removed. */
  readonly after?: string | undefined
  /** Whether there was a folder before. It is kept. */
  readonly isReplacement: boolean
  /** What was known about the installed skill before the change. Absent: it was not installed. */
  readonly locked?: LockedSkill | undefined
}

export type SkillAction =
  | 'create'
  | 'edit'
  | 'delete'
  | 'install'
  | 'update'
  | 'uninstall'
  | 'archive'
  | 'restore'
  | 'reset'
  | 'undo'
