import { isRecord, oneLine } from '@hermes/safety'
import type { Frontmatter } from './parse-frontmatter.js'
import type {
  NeededFile,
  NeededVariable,
  SkillConditions,
  SkillFacts,
  SkillNeeds,
  SkillSetting,
} from './skill-document.js'
import { filled, ifAny, isOff, isOn, listIn, sectionIn, textIn, textsIn } from './values.js'

/**
 * Returns what frontmatter says besides name and description. Reads the keys of the format, those of Hermes below
 * `metadata.hermes`, and those of OpenClaw and Claude Code.
 */
export function readFacts(values: Frontmatter): SkillFacts {
  const metadata = sectionIn(values, 'metadata')
  const own = sectionIn(metadata, 'hermes')
  const claw = [sectionIn(metadata, 'openclaw'), sectionIn(metadata, 'clawdbot')].find(hasKeys) ?? {}
  return {
    version: lineIn(values, 'version') ?? lineIn(metadata, 'version'),
    license: lineIn(values, 'license'),
    compatibility: lineIn(values, 'compatibility'),
    category: lineIn(own, 'category') ?? lineIn(metadata, 'category') ?? lineIn(values, 'category'),
    tags: filled([...textsIn(own, 'tags'), ...textsIn(metadata, 'tags'), ...textsIn(values, 'tags')]),
    related: filled(textsIn(own, 'related_skills')),
    conditions: readConditions(values, own, claw),
    needs: readNeeds(values, claw),
    settings: filled(listIn(own, 'config').flatMap(toSetting)),
    isForPeople: isOn(values, 'disable-model-invocation') || undefined,
    isForModel: isOff(values, 'user-invocable') || undefined,
  }
}

function readConditions(values: Frontmatter, own: Frontmatter, claw: Frontmatter): SkillConditions | undefined {
  const requires = sectionIn(values, 'requires')
  const platforms = [...textsIn(values, 'platforms'), ...textsIn(own, 'platforms'), ...textsIn(claw, 'os')]
  return ifAny({
    platforms: filled(platforms.map(toPlatform)),
    tools: filled([...textsIn(own, 'requires_tools'), ...textsIn(requires, 'tools')]),
    toolsets: filled([...textsIn(own, 'requires_toolsets'), ...textsIn(requires, 'toolsets')]),
    insteadOfTools: filled(textsIn(own, 'fallback_for_tools')),
    insteadOfToolsets: filled(textsIn(own, 'fallback_for_toolsets')),
  })
}

function readNeeds(values: Frontmatter, claw: Frontmatter): SkillNeeds | undefined {
  const requires = sectionIn(values, 'requires')
  const ofClaw = sectionIn(claw, 'requires')
  const variables = [
    ...listIn(values, 'required_environment_variables'),
    ...listIn(requires, 'env', 'variables'),
    ...listIn(ofClaw, 'env'),
  ]
  return ifAny({
    variables: filled(variables.flatMap(toVariable)),
    files: filled(listIn(values, 'required_credential_files').flatMap(toFile)),
    programs: filled([...textsIn(requires, 'bins', 'programs', 'commands'), ...textsIn(ofClaw, 'bins')]),
  })
}

const platforms: Readonly<Record<string, string>> = { darwin: 'macos', mac: 'macos', osx: 'macos', win32: 'windows' }

/** Returns the name of a platform as skills write it, also for values of `process.platform`. */
export function toPlatform(name: string): string {
  const lower = name.toLowerCase()
  return platforms[lower] ?? lower
}

function toVariable(entry: unknown): readonly NeededVariable[] {
  if (typeof entry === 'string') return toVariable({ name: entry.trim() })
  if (!isRecord(entry)) return []
  const name = textIn(entry, 'name', 'env_var')
  if (name === undefined || !/^[A-Za-z_]\w{0,127}$/.test(name)) return []
  const isOptional = isOn(entry, 'optional') || isOff(entry, 'required') || undefined
  return [{ name, prompt: lineIn(entry, 'prompt', 'description'), help: lineIn(entry, 'help', 'url'), isOptional }]
}

/** Reads a needed file. A path that leads out of the home is not one of its files. */
function toFile(entry: unknown): readonly NeededFile[] {
  const given = isRecord(entry) ? entry : { path: entry }
  const path = textIn(given, 'path')
  if (path === undefined || /^[/\\~]|(?:^|[/\\])\.\.(?:[/\\]|$)|\0|^[A-Za-z]:/.test(path)) return []
  return [{ path, description: lineIn(given, 'description') }]
}

function toSetting(entry: unknown): readonly SkillSetting[] {
  if (!isRecord(entry)) return []
  const key = textIn(entry, 'key', 'name')
  if (key === undefined || !/^[\w.-]{1,128}$/.test(key)) return []
  return [{ key, description: lineIn(entry, 'description', 'prompt'), default: lineIn(entry, 'default') }]
}

function lineIn(values: Frontmatter, ...names: readonly string[]): string | undefined {
  const text = textIn(values, ...names)
  return text === undefined ? undefined : oneLine(text, 1024)
}

function hasKeys(value: Frontmatter): boolean {
  return Object.keys(value).length > 0
}
