/** A SKILL.md file: its frontmatter and its text. */
export interface SkillDocument extends SkillFacts {
  /** The name. Absent if the frontmatter has no usable one; the name of the folder is used instead. */
  readonly name?: string | undefined
  /** The description on one line. Empty if neither the frontmatter nor the text has one. */
  readonly description: string
  /** The text below the frontmatter. */
  readonly body: string
  /** The keys of the frontmatter, in order. */
  readonly keys: readonly string[]
  /** What the strict format would refuse, one sentence each. */
  readonly problems: readonly string[]
}

/** What a skill says about itself besides its name and description. */
export interface SkillFacts {
  readonly version?: string | undefined
  readonly license?: string | undefined
  readonly compatibility?: string | undefined
  readonly category?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly related?: readonly string[] | undefined
  readonly conditions?: SkillConditions | undefined
  readonly needs?: SkillNeeds | undefined
  /** The settings that the skill reads: see `skills.config`. */
  readonly settings?: readonly SkillSetting[] | undefined
  /** Whether only people start the skill, and the model is not told about it. */
  readonly isForPeople?: boolean | undefined
  /** Whether only the model starts the skill, and people cannot. */
  readonly isForModel?: boolean | undefined
}

/** The conditions under which a skill is offered. All must hold. An empty list is no condition. */
export interface SkillConditions {
  /** The platforms: `linux`, `macos`, `windows`. */
  readonly platforms?: readonly string[] | undefined
  readonly tools?: readonly string[] | undefined
  readonly toolsets?: readonly string[] | undefined
  /** Tools that the skill is a substitute for. It is hidden where one of them exists. */
  readonly insteadOfTools?: readonly string[] | undefined
  readonly insteadOfToolsets?: readonly string[] | undefined
}

/** The requirements that must be set up before a skill works. */
export interface SkillNeeds {
  readonly variables?: readonly NeededVariable[] | undefined
  /** Required files, relative to the home of Hermes. */
  readonly files?: readonly NeededFile[] | undefined
  /** Programs that the skill's commands use. */
  readonly programs?: readonly string[] | undefined
}

export interface NeededVariable {
  readonly name: string
  /** What to ask a person for. */
  readonly prompt?: string | undefined
  /** Where to get the value: an address or a sentence. */
  readonly help?: string | undefined
  readonly isOptional?: boolean | undefined
}

export interface NeededFile {
  readonly path: string
  readonly description?: string | undefined
}

export interface SkillSetting {
  readonly key: string
  readonly description?: string | undefined
  readonly default?: string | undefined
}
