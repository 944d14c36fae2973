import type { LockedSkill } from './lock-file.js'

/** A line of the ledger: what was done to a skill, when, and by whom. */
export interface SkillChange {
  readonly id: string
  readonly atMs: number
  readonly action: SkillAction
  /** The name of its folder. */
  readonly skill: string
  /** The folder, relative to that of all skills, with `/`. */
  readonly path: string
  readonly by: 'agent' | 'person' | 'curator'
  /** The session of the agent. */
  readonly sessionId?: string | undefined
  /** What the session had read that others wrote. */
  readonly read?: readonly string[] | undefined
  /** The change that this one takes back. */
  readonly undoes?: string | undefined
  /** The hash of the folder after the change. Absent: it was removed. */
  readonly after?: string | undefined
  /** Whether there was a folder before, which is kept. */
  readonly isReplacement: boolean
  /** What was known of the installed skill before the change. Absent: it was not installed. */
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
