import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patternOf, pluralOf } from '@hermes/safety/language'
import { type Node, type ObjectExpression, parseSync } from 'oxc-parser'
import { isNode, literals } from './literals.js'
import { readSources, root } from './source-files.js'
import { writtenBy } from './written-texts.js'

/** A text of the interface in the sources. */
export interface SaidText {
  readonly pattern: string
  /** The path of the file: `apps/cli/src/chat/start/banner.ts`. */
  readonly path: string
  /**
   * How the text is used. `said`: tagged with `t` or `english`. `thrown`: the message of an error. `told`: a sentence or a label of the
   * outcome of a command. `word`: any other text of such a file. `bare`: written to a person without the translator.
   */
  readonly kind: 'said' | 'thrown' | 'told' | 'word' | 'bare'
}

/** Returns the texts of all sources, as keys of a catalog. */
export function saidTexts(): readonly SaidText[] {
  return readSources()
    .filter(({ isTest, path }) => !isTest && !path.includes('/testing/'))
    .flatMap(({ path }) => textsIn(path, readFileSync(join(root, path), 'utf8')))
}

function textsIn(path: string, text: string): readonly SaidText[] {
  // Checked first, because parsing is more expensive.
  const tells = tellers.some((place) => path.startsWith(place))
  const writes = path.startsWith('apps/cli/src/')
  if (!tells && !writes && !/\bt[`.]|\bt\.count|english`|unit: '|Error\(/.test(text)) return []
  const found: SaidText[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value)) return
    for (const pattern of saidBy(value)) found.push({ pattern, path, kind: 'said' })
    for (const pattern of thrownBy(value)) found.push({ pattern, path, kind: 'thrown' })
    if (writes) found.push(...writtenBy(value).map((written) => ({ ...written, path })))
    if (tells) found.push(...toldBy(value).map((told) => ({ ...told, path })))
    for (const part of Object.values(value)) visit(part)
  }
  visit(parseSync(path, text).program)
  return found
}

function saidBy(node: Node): readonly string[] {
  if (node.type === 'TaggedTemplateExpression' && isTranslate(node.tag))
    return [patternOf(node.quasi.quasis.map(({ value }) => value.cooked ?? ''))]
  if (node.type === 'ObjectExpression') return countedBy(node)
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
  const { object, property } = node.callee
  if (!isTranslate(object) || property.type !== 'Identifier' || property.name !== 'count') return []
  const [, noun, plural] = node.arguments.map((argument) => argument && literals(argument)[0])
  return noun === undefined ? [] : [`{0} ${plural ?? pluralOf(noun)}`]
}

/**
 * Files whose texts are translated where they are shown: outcomes of slash commands, questions, sentences to the user.
 */
const tellers = [
  'packages/conversations/src/commands/',
  'apps/cli/src/attachments/',
  'apps/cli/src/chat/start/chat-services.ts',
  'apps/cli/src/commands/config/',
  'apps/cli/src/commands/curator/',
  'apps/cli/src/commands/fallback/',
  'apps/cli/src/commands/model/',
  'apps/cli/src/commands/setup/',
  'apps/cli/src/prompts/',
  'apps/cli/src/terminal-commands/',
]
/** The maximum length of an outcome. Longer texts are for the model. */
const longestOutcome = 200

function toldBy(node: Node): readonly Pick<SaidText, 'pattern' | 'kind'>[] {
  if (
    node.type === 'Property' &&
    node.key.type === 'Identifier' &&
    /^(?:label|title|prompt|hint|question)$/.test(node.key.name)
  )
    return literals(node.value).flatMap((pattern) => (/[A-Za-z]/.test(pattern) ? [{ pattern, kind: 'told' }] : []))
  return literals(node)
    .filter((text) => text.length <= longestOutcome)
    .map((text) => lastSentence(text).trimStart())
    .map((pattern) => ({ pattern, kind: isSentence(pattern) ? 'told' : 'word' }))
}

/**
 * Returns the last sentence of `{0} It applies from the next turn on.`, because the part before it is translated
 * separately.
 */
function lastSentence(pattern: string): string {
  const [, rest] = /^\{0\} (?=[A-Z/])([\s\S]+)$/.exec(pattern) ?? []
  return rest === undefined ? pattern : rest.replace(/\{(\d+)\}/g, (_, index) => `{${Number(index) - 1}}`)
}

function isSentence(pattern: string): boolean {
  const said = pattern.replace(/\{\d+\}/g, '')
  return /^[A-Z`"/{\d].* .*[.?!:]$/s.test(pattern) && /[a-z]{2}/.test(said)
}

/** Returns the units that a tool counts: `{ count: 3, unit: 'line' }`. */
function countedBy({ properties }: ObjectExpression): readonly string[] {
  const values = new Map(
    properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' ? [[property.key.name, property.value]] : [],
    ),
  )
  const unit = values.has('count') ? values.get('unit') : undefined
  return unit ? literals(unit).map((noun) => `{0} ${pluralOf(noun)}`) : []
}

/** Whether a node is a translator: `t`, `english`, `io.t`, `style.t`. */
function isTranslate(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 't' || node.name === 'english'
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 't'
}

/** Returns the messages of a new error, which are its arguments that are sentences. */
function thrownBy(node: Node): readonly string[] {
  // Matches `new ConfigError(...)` and functions that create an error: `scheduleError(...)`.
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return []
  if (node.callee.type !== 'Identifier' || !node.callee.name.endsWith('Error')) return []
  return node.arguments.flatMap(literals).filter((pattern) => pattern.includes(' '))
}
