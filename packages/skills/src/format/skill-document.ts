/** A SKILL.md file: what its frontmatter says, and its text. */
export interface SkillDocument extends SkillFacts {
  /** Absent if the frontmatter names none that can be used: the name of the folder is used instead. */
  readonly name?: string | undefined
  /** One line. Empty if neither the frontmatter nor the text has one. */
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
  /** The settings that it reads: see `skills.config`. */
  readonly settings?: readonly SkillSetting[] | undefined
  /** The model is not told about it: only a person starts it. */
  readonly isForPeople?: boolean | undefined
  /** People cannot start it: only the model does. */
  readonly isForModel?: boolean | undefined
}

/** When a skill is offered. All conditions must hold. An empty list is no condition. */
export interface SkillConditions {
  /** `linux`, `macos`, `windows`. */
  readonly platforms?: readonly string[] | undefined
  readonly tools?: readonly string[] | undefined
  readonly toolsets?: readonly string[] | undefined
  /** It is a substitute for these tools, and hidden where one of them exists. */
  readonly insteadOfTools?: readonly string[] | undefined
  readonly insteadOfToolsets?: readonly string[] | undefined
}

/** What must be set up before a skill works. */
export interface SkillNeeds {
  readonly variables?: readonly NeededVariable[] | undefined
  /** Relative to the home of Hermes. */
  readonly files?: readonly NeededFile[] | undefined
  /** Programs that its commands use. */
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
