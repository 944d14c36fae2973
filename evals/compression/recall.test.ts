import { sanitizeTranscript } from '@hermes/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { withoutModel } from './contenders.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { factKinds } from './facts.ts'
import { subjects } from './filler.ts'
import { generateHistory } from './generate-history.ts'
import { languages } from './phrases.ts'
import { toSvg } from './plot.ts'
import { type Recall, recallOf, shareOf } from './recall.ts'
import { formatTable } from './table.ts'

const small = { seed: 5, subject: 'software', language: 'en', tokens: 12_000 } as const

describe('a generated history', () => {
  test.each(subjects.flatMap((subject) => languages.map((language) => [subject, language] as const)))(
    'of %s in %s is valid, has the requested length, and contains its facts',
    (subject, language) => {
      const { messages, facts } = generateHistory({ ...small, subject, language })
      expect(sanitizeTranscript(messages)).toBe(messages)
      expect(facts).toHaveLength(3 * factKinds.length)
      expect(shareOf(recallOf(facts, messages))).toBe(1)
      expect(shareOf(recallOf(facts, []))).toBe(0)
    },
  )

  test('depends only on the seed', () => {
    expect(generateHistory(small)).toEqual(generateHistory(small))
    expect(generateHistory({ ...small, seed: 6 }).facts).not.toEqual(generateHistory(small).facts)
  })

  test('states each fact once', () => {
    const { messages, facts } = generateHistory(small)
    for (const fact of facts) {
      const without = messages.filter((message) => shareOf(recallOf([fact], [message])) === 0)
      expect(shareOf(recallOf([fact], without))).toBe(0)
    }
  })
})

describe('the engine without a model keeps', () => {
  let evaluation: Evaluation
  beforeAll(async () => {
    evaluation = await evaluate({
      lengths: [30_000],
      languages: ['en', 'de'],
      contextWindow: 32_000,
      contenders: Object.fromEntries(Object.entries(withoutModel).filter(([name]) => !name.includes('stand-in'))),
    })
  }, 240_000)

  const recallBy = (contender: string): Recall => {
    const score = evaluation.scores.find((one) => one.contender === contender)
    if (!score) throw new Error(`There is no contender ${contender}.`)
    return score.recall
  }

  test('every changed instruction and every preference', () => {
    expect(shareOf(recallBy('hermes, by rules'), ['changed instruction'])).toBe(1)
    expect(shareOf(recallBy('hermes, by rules'), ['preference'])).toBe(1)
  })

  test.each(['truncation', 'sliding window'])('more facts of every kind than %s', (other) => {
    for (const kind of factKinds) {
      expect(shareOf(recallBy('hermes, by rules'), [kind]), kind).toBeGreaterThan(shareOf(recallBy(other), [kind]))
    }
    expect(shareOf(recallBy('hermes, by rules'))).toBeGreaterThan(2 * shareOf(recallBy(other)))
  })

  test('no more tokens than the others', () => {
    const left = Object.fromEntries(evaluation.scores.map(({ contender, tokensLeft }) => [contender, tokensLeft]))
    expect(left['hermes, by rules']).toBeLessThan(1.3 * (left.truncation ?? 0))
  })

  test('results for a table and a chart', () => {
    const table = formatTable(evaluation)
    const picture = toSvg(evaluation)
    for (const word of [...factKinds, 'hermes, by rules', 'truncation']) {
      expect(table).toContain(word)
      expect(picture).toContain(word)
    }
    expect(picture.match(/<rect /g)?.length).toBeGreaterThan(factKinds.length * evaluation.scores.length)
  })
})

test.each(['hermes, by rules', 'hermes, stand-in model'])(
  '%s keeps more than 95% of the facts in a window of 64,000 tokens',
  async (name) => {
    const { scores } = await evaluate({ lengths: [50_000], contenders: { [name]: contender(name) } })
    expect(scores.map(({ recall }) => shareOf(recall) > 0.95)).toEqual([true])
  },
  120_000,
)

function contender(name: string) {
  const create = withoutModel[name]
  if (!create) throw new Error(`There is no contender ${name}.`)
  return create
}
