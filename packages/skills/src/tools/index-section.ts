import type { PromptSection } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { isApplicable, type SkillSituation } from '../find/index.js'
import type { SkillLibrary, UsableSkill } from '../library/index.js'
import { skillsListIdentity, skillViewIdentity } from './tool-identities.js'

export interface IndexSectionOptions {
  readonly library: SkillLibrary
  /** The platform: `process.platform`. */
  readonly platform: string
  /** Maximum length of the text. A larger index is shortened to names, and then to categories. */
  readonly maxChars: number
}

const introduction = `Skills are instructions for recurring tasks. If one may fit, read it with ${skillViewIdentity.name} before you begin and follow it; ${skillsListIdentity.name} describes them.`

/** Creates the list of skills in the system prompt of sessions that can read them. */
export function indexSection(options: IndexSectionOptions): PromptSection {
  let last: Described | undefined
  return {
    id: 'skills',
    stability: 'context',
    async content({ tools, toolsets = [] }) {
      if (!tools.includes(skillViewIdentity.name)) return ''
      const list = await options.library.list()
      // Reused, because most sessions have the same tools as the previous one.
      if (!last || last.list !== list || !isSame(last.tools, tools) || !isSame(last.toolsets, toolsets)) {
        last = { list, tools, toolsets, text: describe(offered(list, { tools, toolsets }, options), options) }
      }
      return last.text
    },
  }
}

/** The text for the skills of a library and the tools of a session. */
interface Described {
  readonly list: readonly UsableSkill[]
  readonly tools: readonly string[]
  readonly toolsets: readonly string[]
  readonly text: string
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index])
}

function offered(
  list: readonly UsableSkill[],
  session: Pick<SkillSituation, 'tools' | 'toolsets'>,
  { platform }: IndexSectionOptions,
): readonly UsableSkill[] {
  return list.filter((entry) => !entry.isForPeople && isApplicable(entry, { platform, ...session }))
}

/** Maximum length of a skill's description, and its length in a list that would otherwise be too long. */
const describedChars = 60
const hintChars = 26

function describe(list: readonly UsableSkill[], { maxChars }: IndexSectionOptions): string {
  if (list.length === 0) return ''
  const byCategory = [...Map.groupBy(list, ({ category = 'general' }) => category)]
  const ofCategories = () =>
    oneLine(byCategory.map(([category, { length }]) => `${category} (${length})`).join(', '), maxChars / 2)
  const forms = [
    () => parts(byCategory, { before: '\n- ', between: '\n- ', describe: line }),
    () => parts(byCategory, { before: ' ', between: '; ', describe: hinted }),
    () => parts(byCategory, { before: ' ', between: ', ', describe: ({ name }) => name }),
    () => [
      `\nThere are ${list.length} skills. Find them with ${skillsListIdentity.name}, by category or by words. Categories:\n`,
      ofCategories(),
    ],
  ]
  for (const form of forms) {
    const text = joinWithin(maxChars, form())
    if (text !== undefined) return text
  }
  return introduction
}

interface ListForm {
  readonly before: string
  readonly between: string
  readonly describe: (entry: UsableSkill) => string
}

/** Yields the parts one by one, because most of a large list is never described. */
function* parts(
  byCategory: readonly (readonly [string, readonly UsableSkill[]])[],
  { before, between, describe }: ListForm,
): Generator<string> {
  for (const [category, entries] of byCategory) {
    yield `\n${category}:`
    for (const [at, entry] of entries.entries()) yield (at === 0 ? before : between) + describe(entry)
  }
}

/** Joins the introduction and the parts. Returns `undefined` as soon as they are too long. */
function joinWithin(maxChars: number, texts: Iterable<string>): string | undefined {
  let joined = introduction
  for (const text of texts) {
    joined += text
    if (joined.length > maxChars) return undefined
  }
  return joined
}

function line(entry: UsableSkill): string {
  return `${marked(entry)}: ${oneLine(entry.description, describedChars)}`
}

function hinted(entry: UsableSkill): string {
  const [sentence = ''] = oneLine(entry.description).split('. ', 1)
  const hint = sentence.length <= hintChars ? sentence : wholeWords(sentence.slice(0, hintChars))
  return `${marked(entry)} (${hint})`
}

/**
 * Removes the last word, which may be cut, and the words that lead to it. A script without spaces is left unchanged.
 */
function wholeWords(text: string): string {
  const words = text.split(' ')
  if (words.length === 1) return text.toWellFormed()
  words.pop()
  while (words.length > 1 && leading.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  return words
    .join(' ')
    .replace(/[,;:]$/, '')
    .toWellFormed()
}

/** Words without meaning at the end of a hint. */
const leading = new Set(
  'a an and as by does for from get has have how in into is it its known of on or than that the to until what whether when with'.split(
    ' ',
  ),
)

function marked({ name, origin }: UsableSkill): string {
  return origin === 'project' || origin === 'mcp' ? `${name} [${origin}]` : name
}
