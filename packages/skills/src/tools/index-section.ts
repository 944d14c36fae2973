import type { PromptContext, PromptSection } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { isApplicable, type SkillEntry } from '../find/index.js'
import type { SkillLibrary } from '../library/index.js'
import { viewName } from './skill-view.js'
import { listName } from './skills-list.js'

export interface IndexSectionOptions {
  readonly library: SkillLibrary
  /** `process.platform`. */
  readonly platform: string
  /** The longest text. A larger index is shortened to names, and then to categories. */
  readonly maxChars: number
}

const introduction = `Skills are instructions for recurring tasks. If one may fit, read it with ${viewName} before you begin and follow it; ${listName} describes them.`

/** The list of skills in the system prompt of sessions that can read them. */
export function indexSection(options: IndexSectionOptions): PromptSection {
  let last: { readonly list: readonly SkillEntry[]; readonly text: string } | undefined
  /** Most sessions offer the same skills as the one before. */
  const describeOnce = (list: readonly SkillEntry[]) => {
    if (!last || !isSame(last.list, list)) last = { list, text: describe(list, options) }
    return last.text
  }
  return {
    id: 'skills',
    stability: 'context',
    content: async (context) => (context.tools.includes(viewName) ? describeOnce(await offered(context, options)) : ''),
  }
}

function isSame(left: readonly SkillEntry[], right: readonly SkillEntry[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index])
}

async function offered(
  { tools, toolsets = [] }: PromptContext,
  { library, platform }: IndexSectionOptions,
): Promise<readonly SkillEntry[]> {
  const list = await library.list()
  return list.filter((entry) => !entry.isForPeople && isApplicable(entry, { platform, tools, toolsets }))
}

/** The longest description of a skill, and what remains of it in a list that would be too long with whole ones. */
const describedChars = 60
const hintChars = 26

function describe(list: readonly SkillEntry[], { maxChars }: IndexSectionOptions): string {
  if (list.length === 0) return ''
  const byCategory = [...Map.groupBy(list, ({ category = 'general' }) => category)]
  const forms = [
    () => byCategory.map(([category, entries]) => [`${category}:`, ...entries.map(line)].join('\n')),
    () => byCategory.map(([category, entries]) => `${category}: ${entries.map(hinted).join('; ')}`),
    () => byCategory.map(([category, entries]) => `${category}: ${entries.map(({ name }) => name).join(', ')}`),
    () => [
      `There are ${list.length} skills. Find them with ${listName}, by category or by words. Categories:`,
      oneLine(byCategory.map(([category, { length }]) => `${category} (${length})`).join(', '), maxChars / 2),
    ],
  ]
  const texts = forms.values().map((form) => [introduction, ...form()].join('\n'))
  const last = introduction
  return texts.find((text) => text.length <= maxChars) ?? last
}

function line(entry: SkillEntry): string {
  return `- ${marked(entry)}: ${oneLine(entry.description, describedChars)}`
}

function hinted(entry: SkillEntry): string {
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

function marked({ name, origin }: SkillEntry): string {
  return origin === 'project' ? `${name} [project]` : name
}
