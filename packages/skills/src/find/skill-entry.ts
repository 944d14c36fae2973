import type { SkillFacts } from '../format/index.js'

/**
 * Where a skill comes from, in order of precedence. `project`: the folder that the agent works in. `home`: the home of Hermes. `bundled`:
 * Hermes itself. `external`: other folders of the settings. `plugin`: an installed plugin.
 */
export type SkillOrigin = 'project' | 'home' | 'bundled' | 'external' | 'plugin'

/** A folder with skills, directly or by category. */
export interface SkillPlace {
  /** Absolute. */
  readonly folder: string
  readonly origin: SkillOrigin
  /** The plugin that brings them. Its name begins theirs: `weather:forecast`. */
  readonly plugin?: SkillPlugin
}

export interface SkillPlugin {
  readonly name: string
  /** Its files, absolute. */
  readonly root: string
  /** What it may keep, absolute. */
  readonly data: string
}

/** What is known of a skill before it is read. */
export interface ListedSkill extends SkillFacts {
  /** Unique in its list. */
  readonly name: string
  /** One line. Cut to {@link indexedDescription} characters. */
  readonly description: string
}

/** A skill as the index knows it: a folder of this machine. */
export interface SkillEntry extends ListedSkill {
  readonly origin: SkillOrigin
  /** The plugin that brings it. */
  readonly plugin?: SkillPlugin
  /** Absolute. */
  readonly folder: string
  /** Relative to the folder: `SKILL.md`. */
  readonly file: string
}

/** The index keeps descriptions to this length. */
export const indexedDescription = 300

/** A folder that cannot be used as a skill. */
export interface SkillProblem {
  readonly folder: string
  /** One sentence. */
  readonly problem: string
}

/** All skills of several places. */
export interface SkillSet {
  /** By category and name. Of several skills with one name, the first of the places. */
  readonly list: readonly SkillEntry[]
  /** By name. */
  get(name: string): SkillEntry | undefined
  /** Skills that another one of the same name hides. */
  readonly hidden: readonly SkillEntry[]
  readonly problems: readonly SkillProblem[]
}
