import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '@hermes/core'
import { createSkillIndex, createSkillLibrary, indexSection } from '@hermes/skills'
import { expect, onTestFinished, test } from 'vitest'
import { configSchema } from '../../packages/runtime/src/schema/config-schema.js'
import { tasks } from './tasks.js'

/** Returns the list of skills as it is in the prompt of a fresh install. */
async function indexText(): Promise<string> {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'hermes-index-'))
  onTestFinished(() => rm(cacheFolder, { recursive: true }))
  const folder = fileURLToPath(new URL('../../skills', import.meta.url))
  const index = createSkillIndex({ places: [{ folder, origin: 'bundled' }], cacheFolder, logger: silentLogger })
  const place = { variables: {}, home: cacheFolder }
  const library = createSkillLibrary({ index, disabled: new Set(), place, settings: {} })
  const maxChars = configSchema.parse({}).skills.index_max_chars
  const { content } = indexSection({ library, platform: 'linux', maxChars })
  const context = { sessionId: 's', source: 'cli', model: 'm', tools: ['skill_view'], toolsets: [] }
  return typeof content === 'string' ? content : content(context)
}

interface Line {
  readonly name: string
  readonly words: ReadonlySet<string>
}

/** Parses the lines of an index: `category: name (hint); name (hint)`. */
function linesOf(text: string): readonly Line[] {
  return Array.from(text.matchAll(/([a-z0-9-]+) \(([^()]*)\)/g), ([, name = '', hint = '']) => ({
    name,
    words: wordsOf(`${name} ${hint}`),
  }))
}

const common = new Set(
  'a an the and or of to in on for with from by as at it its is are my our me we you your that this which what one not do does into than then out up how use make them when where who can so'.split(
    ' ',
  ),
)

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return new Set(
    words
      .filter((word) => !common.has(word))
      .map((word) =>
        word
          .replace(/e?s$/, '')
          .replace(/(?:ing|ed|er|e|y)$/, '')
          .slice(0, 7),
      ),
  )
}

/** Ranks skills as a stand-in for a model that only compares words: rare ones count more. */
function rank(task: string, lines: readonly Line[]): readonly { readonly name: string; readonly score: number }[] {
  const sought = [...wordsOf(task)]
  const rarity = new Map(
    sought.map((word) => [
      word,
      Math.log((lines.length + 1) / (1 + lines.filter(({ words }) => words.has(word)).length)),
    ]),
  )
  return lines
    .map(({ name, words }) => ({
      name,
      score: sought.reduce((sum, word) => sum + (words.has(word) ? (rarity.get(word) ?? 0) : 0), 0),
    }))
    .toSorted((left, right) => right.score - left.score)
}

test('the list in the prompt leads to the skill that a task needs', async ({ annotate }) => {
  const lines = linesOf(await indexText())
  expect(lines.length).toBeGreaterThan(70)
  const places = tasks.map(({ task, skill }) => {
    const ranked = rank(task, lines)
    const own = ranked.find(({ name }) => name === skill)?.score ?? 0
    return { task, skill, place: own > 0 ? ranked.filter(({ score }) => score > own).length : Number.POSITIVE_INFINITY }
  })
  const first = places.filter(({ place }) => place === 0).length
  void annotate(`Skills found by words of the list: ${first} of ${tasks.length} first`)
  expect(places.filter(({ place }) => place > 2)).toEqual([])
  expect(first / tasks.length).toBeGreaterThan(0.85)
})
