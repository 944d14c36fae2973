/** The skills of a program that are served to clients, as the extension for skills (SEP-2640) describes them. */
export interface SkillHost {
  /** The skills of now, each name once. Clients only see those in the strict format of agentskills.io. */
  list(): Promise<readonly ServedSkill[]>
}

export interface ServedSkill {
  /** The `name` of its SKILL.md. */
  readonly name: string
  /** The paths of all of its files, with `/`, SKILL.md among them. */
  files(): Promise<readonly string[]>
  /** One of them. Rejects for any other path. */
  read(path: string): Promise<Uint8Array>
}
