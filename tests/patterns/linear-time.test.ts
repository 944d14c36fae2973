import { describe, expect, test } from 'vitest'
import { attacksOn } from './attack-texts.js'
import { findPatterns, loadPatterns } from './find-patterns.js'
import { slowAttack } from './search-time.js'

/** Patterns that may take longer than their text, by file, as the sources write them. */
const excepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {}

/** Files that build patterns when they are called, and why those take no longer than their text. */
const builtLater: Readonly<Record<string, string>> = {}

const files = findPatterns()
const timeoutMs = 600_000

describe('time grows with the text and no faster', () => {
  test(
    'in every pattern that the sources write down',
    async ({ annotate }) => {
      const judged = new Map<string, string | undefined>()
      const slow = files.flatMap(({ path, literals }) =>
        literals.flatMap((pattern) => {
          const text = String(pattern)
          if (!judged.has(text)) judged.set(text, slowAttack(pattern, attacksOn(pattern)))
          const attack = judged.get(text)
          return attack === undefined || excepted[path]?.[text] !== undefined ? [] : [`${path}: ${text}: ${attack}`]
        }),
      )
      await annotate(`${judged.size} patterns looked at`)
      expect(slow).toEqual([])
      expect(judged.size).toBeGreaterThan(500)
    },
    timeoutMs,
  )
  test(
    'in every pattern that is built when its file is loaded',
    async ({ annotate }) => {
      const slow: string[] = []
      const unseen: string[] = []
      let count = 0
      for (const { path, constructions } of files) {
        if (constructions === 0) continue
        const made = await loadPatterns(path)
        count += made.size
        if (made.size < constructions) unseen.push(path)
        for (const pattern of made.values()) {
          const attack = slowAttack(pattern, attacksOn(pattern))
          if (attack !== undefined) slow.push(`${path}: ${pattern}: ${attack}`)
        }
      }
      await annotate(`${count} patterns looked at`)
      expect(slow).toEqual([])
      expect(unseen.sort()).toEqual(Object.keys(builtLater).sort())
    },
    timeoutMs,
  )
})

describe('the search for slow patterns', () => {
  test.each([
    ['a run that ends elsewhere', /\s+$/],
    ['two runs of the same', /^a*b?a*$/],
    ['a run within a run', /^(?:a+)+$/],
    ['alternatives that are alike', /^(?:a|a)*$/],
    ['a beginning that repeats', /<!--[\s\S]*?-->/g],
    ['a run after a word', /password\s*:?\s*\w/],
    ['what looks far ahead', /a(?=.*b)/g],
    ['what looks far back', /(?<=b.*)a/g],
    ['a thing that repeats itself', /(["'])(?:.*)\1!/],
  ])('finds %s', (_, pattern) => {
    expect(slowAttack(pattern, attacksOn(pattern))).toBeDefined()
  })

  test.each([
    ['a run that begins where no other does', /(?<!\s)\s+$/],
    ['a bounded run', /<[^>]{0,40}>/g],
    ['single characters', /[<>&]/g],
  ])('leaves %s alone', (_, pattern) => {
    expect(slowAttack(pattern, attacksOn(pattern))).toBeUndefined()
  })
})
