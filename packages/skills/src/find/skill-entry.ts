import type { SkillFacts } from '../format/index.js'

/**
 * Where a skill comes from, in order of precedence. `project`: the folder that the agent works in. `home`: the home of Hermes. `bundled`:
 * Hermes itself. `external`: other folders of the settings. `plugin`: an installed plugin.
 */
export type SkillOrigin = 'project' | 'home' | 'bundled' | 'external' | 'plugin'

/** A folder with skills, directly or by category. */
export interface SkillPlace {
  /** Absolute path. */
  readonly folder: string
  readonly origin: SkillOrigin
  /** The plugin that provides the skills. Its name prefixes theirs: `weather:forecast`. */
  readonly plugin?: SkillPlugin
}

export interface SkillPlugin {
  readonly name: string
  /** Absolute path of the plugin's files. */
  readonly root: string
  /** Absolute path of the plugin's data. */
  readonly data: string
}

/** What is known about a skill before it is read. */
export interface ListedSkill extends SkillFacts {
  /** The name, unique in its list. */
  readonly name: string
  /** The description on one line. Cut to {@link indexedDescription} characters. */
  readonly description: string
}

/** A skill in the index: a folder on this machine. */
export interface SkillEntry extends ListedSkill {
  readonly origin: SkillOrigin
  /** The plugin that provides the skill. */
  readonly plugin?: SkillPlugin
  /** Absolute path. */
  readonly folder: string
  /** The path relative to the folder: `SKILL.md`. */
  readonly file: string
}

/** Maximum length of descriptions in the index. */
export const indexedDescription = 300

/** A folder that cannot be used as a skill. */
export interface SkillProblem {
  readonly folder: string
  /** The problem in one sentence. */
  readonly problem: string
}

/** All skills of several places. */
export interface SkillSet {
  /** The skills, by category and name. Of several skills with the same name, the one from the first place. */
  readonly list: readonly SkillEntry[]
  /** Returns the skill with this name. */
  get(name: string): SkillEntry | undefined
  /** Skills that are hidden by another one with the same name. */
  readonly hidden: readonly SkillEntry[]
  readonly problems: readonly SkillProblem[]
}
