import type { PromptContext, PromptSection } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { isApplicable } from '../find/index.js'
import type { SkillLibrary, UsableSkill } from '../library/index.js'
import { skillsListIdentity, skillViewIdentity } from './tool-identities.js'

export interface IndexSectionOptions {
  readonly library: SkillLibrary
  /** `process.platform`. */
  readonly platform: string
  /** The longest text. A larger index is shortened to names, and then to categories. */
  readonly maxChars: number
}

const introduction = `Skills are instructions for recurring tasks. If one may fit, read it with ${skillViewIdentity.name} before you begin and follow it; ${skillsListIdentity.name} describes them.`

/** The list of skills in the system prompt of sessions that can read them. */
export function indexSection(options: IndexSectionOptions): PromptSection {
  let last: { readonly list: readonly UsableSkill[]; readonly text: string } | undefined
  /** Most sessions offer the same skills as the one before. */
  const describeOnce = (list: readonly UsableSkill[]) => {
    if (!last || !isSame(last.list, list)) last = { list, text: describe(list, options) }
    return last.text
  }
  return {
    id: 'skills',
    stability: 'context',
    content: async (context) =>
      context.tools.includes(skillViewIdentity.name) ? describeOnce(await offered(context, options)) : '',
  }
}

function isSame(left: readonly UsableSkill[], right: readonly UsableSkill[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index])
}

async function offered(
  { tools, toolsets = [] }: PromptContext,
  { library, platform }: IndexSectionOptions,
): Promise<readonly UsableSkill[]> {
  const list = await library.list()
  return list.filter((entry) => !entry.isForPeople && isApplicable(entry, { platform, tools, toolsets }))
}

/** The longest description of a skill, and what remains of it in a list that would be too long with whole ones. */
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

/** One by one: most of a large list is never described. */
function* parts(
  byCategory: readonly (readonly [string, readonly UsableSkill[]])[],
  { before, between, describe }: ListForm,
): Generator<string> {
  for (const [category, entries] of byCategory) {
    yield `\n${category}:`
    for (const [at, entry] of entries.entries()) yield (at === 0 ? before : between) + describe(entry)
  }
}

/** The introduction with the parts. `undefined` as soon as they are too long. */
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

/** Without its last word, which may be cut, and the words that lead to it. A script without spaces stays as it is. */
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

/** Words that say nothing at the end of a hint. */
const leading = new Set(
  'a an and as by does for from get has have how in into is it its known of on or than that the to until what whether when with'.split(
    ' ',
  ),
)

function marked({ name, origin }: UsableSkill): string {
  return origin === 'project' || origin === 'mcp' ? `${name} [${origin}]` : name
}
