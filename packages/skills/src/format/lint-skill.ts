import { english } from '@hermes/safety/language'
import { skillLimits } from './limits.js'
import { parseFrontmatter } from './parse-frontmatter.js'
import { readSkill } from './read-skill.js'
import { isSkillName } from './skill-name.js'
import { splitFrontmatter } from './split-frontmatter.js'
import { textIn } from './values.js'

export interface LintReport {
  /** Violations of the format. */
  readonly errors: readonly string[]
  /** Suggestions that would improve the skill. */
  readonly advice: readonly string[]
}

/** The checked skill: the text of SKILL.md, and its folder. */
export interface LintedSkill {
  readonly text: string
  /** The name of the folder. */
  readonly folderName: string
  /** The other files, relative to the folder, with `/`. */
  readonly files: readonly string[]
}

const knownKeys = new Set([
  ...['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools', 'version', 'author', 'platforms'],
  ...['requires', 'required_environment_variables', 'required_credential_files', 'disable-model-invocation'],
  ...['user-invocable', 'tags', 'category'],
])

/** Checks a skill against the strict format, as required for skills that Hermes writes. */
export async function lintSkill({ text, folderName, files }: LintedSkill): Promise<LintReport> {
  const { frontmatter } = splitFrontmatter(text)
  if (frontmatter === undefined) {
    return {
      errors: [english`SKILL.md must begin with frontmatter: name and description between two lines of "---".`],
      advice: [],
    }
  }
  const { values, problems } = await parseFrontmatter(frontmatter)
  const { body, description } = await readSkill(text)
  const [name, written] = [textIn(values, 'name'), textIn(values, 'description')]
  const lines = body.split('\n').length
  const absent = linkedFiles(body).filter((path) => !files.includes(path))
  const unknown = Object.keys(values).filter((key) => !knownKeys.has(key))
  return {
    errors: [
      ...problems,
      ...(name === undefined ? [english`The frontmatter needs a name.`] : []),
      ...(name !== undefined && !isSkillName(name)
        ? [english`The name "${name}" must be 1 to 64 lower-case letters, digits and single hyphens.`]
        : []),
      ...(name !== undefined && isSkillName(name) && name !== folderName
        ? [english`The name "${name}" must be that of the folder, "${folderName}".`]
        : []),
      ...(written === undefined ? [english`The frontmatter needs a description.`] : []),
      ...((written?.length ?? 0) > skillLimits.descriptionChars
        ? [english`The description may have ${skillLimits.descriptionChars} characters.`]
        : []),
      ...((textIn(values, 'compatibility')?.length ?? 0) > skillLimits.compatibilityChars
        ? [english`The compatibility may have ${skillLimits.compatibilityChars} characters.`]
        : []),
      ...(text.length > skillLimits.documentChars
        ? [english`SKILL.md may have ${skillLimits.documentChars} characters.`]
        : []),
      ...(body === '' ? [english`SKILL.md has no text below the frontmatter.`] : []),
      ...(text.includes('\0') ? [english`SKILL.md has a NUL character.`] : []),
    ],
    advice: [
      ...(description.length > 0 && description.length < 30
        ? [english`A longer description helps to find the skill: what it does, and when to use it.`]
        : []),
      ...(lines > skillLimits.advisedLines
        ? [english`SKILL.md has ${lines} lines: move parts that are rarely needed to files of their own.`]
        : []),
      ...(lines <= skillLimits.advisedLines && body.length > skillLimits.advisedChars
        ? [english`SKILL.md has ${body.length} characters: move parts that are rarely needed to files of their own.`]
        : []),
      ...absent.map((path) => english`SKILL.md refers to ${path}, which does not exist.`),
      ...(unknown.length > 0
        ? [english`Keys that other agents may not know belong below metadata: ${unknown.join(', ')}.`]
        : []),
    ],
  }
}

/** Returns the files of the folder that the text links to. */
function linkedFiles(body: string): readonly string[] {
  const found = [
    ...body.matchAll(
      /\]\((?:\.\/)?((?:references|scripts|assets|templates|examples)\/[\w./-]{1,200})(?:#[^)\s]{0,200})?\)/g,
    ),
  ]
  return [...new Set(found.map(([, path = '']) => path))]
}
