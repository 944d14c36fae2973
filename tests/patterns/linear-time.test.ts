import { describe, expect, test } from 'vitest'
import { attacksOn } from './attack-texts.js'
import { findPatterns, loadPatterns } from './find-patterns.js'
import { slowAttack } from './search-time.js'

/** Patterns that may take superlinear time, by file, because their text is short. */
const excepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/core/src/budget/budget-notice.ts': { [String(/\B(?=(\d{3})+$)/g)]: 'the digits of one number' },
  'packages/runtime/src/model/choose-model.ts': { [String(/\B(?=(\d{3})+$)/g)]: 'the digits of one number' },
  'packages/compressor/src/prune/counted.ts': { [String(/\B(?=(?:\d{3})+$)/g)]: 'the digits of one number' },
  'packages/safety/src/archive/entry-name.ts': { [String(/[. ]+$/)]: 'a name between slashes, of at most 255 bytes' },
  'packages/approval/src/words/glob.ts': {
    [String(/\[([!^]?)(\]?[^\]]*)\]|[\s\S]/g)]: 'patterns of files, of which longer ones are not tried',
  },
}

/** Files that construct patterns at runtime, and why those are linear. */
const builtLater: Readonly<Record<string, string>> = {
  'apps/cli/src/render/markdown/table.ts': 'runs of one fixed length',
  'packages/tui/src/search/find-matches.ts': 'the words that the user looks for, as they are',
  'apps/cli/src/commands/sessions/render/highlight.ts': 'what stands between two words holds neither',
  'packages/safety/src/redact/create-redactor.ts': 'patterns of the caller, who answers for them',
  'packages/runtime/src/config/sources/env-file.ts': 'one line of the own settings of the user',
  'packages/runtime/src/platforms/platform-form.ts': 'of the network, for one line that the user types',
  'packages/state/src/search/counter.ts': 'words, and between them what is no part of one',
  'packages/approval/src/programs/fold-literals.ts': 'a name, blanks, and what is no blank',
  'packages/approval/src/programs/inspect-program.ts': 'texts by number; blanks are parted by what is none',
  'packages/approval/src/words/glob.ts': 'patterns and texts are short, see isCheap',
  'packages/approval/src/shell/run-command.ts': 'one name',
  'packages/approval/src/unwrap/finders.ts': 'a set of characters',
  'packages/tools/src/shared/arguments/read-quoted.ts': 'a set of characters',
  'packages/tools/src/delegate/output-schema.ts': 'built to see whether it can be, never run',
  'packages/tools/src/shared/fence-untrusted.ts': 'one name',
  'packages/tools/src/files/documents/xml-tokens.ts': 'a name; quoted values end at the next quote',
  'packages/tools/src/registry/select-tools.ts': 'names of toolsets, and what the user configured',
  'packages/tools/src/web/extract/simplify-html.ts': 'one name',
}

const files = findPatterns()
const timeoutMs = 600_000

describe('matching takes linear time', () => {
  test(
    'for every pattern literal in the sources',
    async ({ annotate }) => {
      const judged = new Map<string, string | undefined>()
      const slow = files.flatMap(({ path, literals }) =>
        literals.flatMap((pattern) => {
          const text = String(pattern)
          if (excepted[path]?.[text] !== undefined) return []
          if (!judged.has(text)) judged.set(text, slowAttack(pattern, attacksOn(pattern)))
          const attack = judged.get(text)
          return attack === undefined ? [] : [`${path}: ${text}: ${attack}`]
        }),
      )
      await annotate(`${judged.size} patterns looked at`)
      expect(slow).toEqual([])
      expect(judged.size).toBeGreaterThan(500)
    },
    timeoutMs,
  )
  test('and every exception exists', () => {
    const written = new Set(files.flatMap(({ path, literals }) => literals.map((pattern) => `${path}: ${pattern}`)))
    const listed = Object.entries(excepted).flatMap(([path, patterns]) =>
      Object.keys(patterns).map((pattern) => `${path}: ${pattern}`),
    )
    expect(listed.filter((pattern) => !written.has(pattern))).toEqual([])
  })

  test(
    'for every pattern constructed at import',
    async ({ annotate }) => {
      const builders = files.filter(({ constructions }) => constructions > 0)
      const made = await loadPatterns(builders.map(({ path }) => path))
      const patterns = [...made].flatMap(([path, built]) => built.patterns.map((pattern) => ({ path, pattern })))
      await annotate(`${patterns.length} patterns looked at`)
      const slow = patterns.flatMap(({ path, pattern }) => {
        const attack = slowAttack(pattern, attacksOn(pattern))
        return attack === undefined ? [] : [`${path}: ${pattern}: ${attack}`]
      })
      expect(slow).toEqual([])
      const later = builders.filter(({ path, constructions }) => (made.get(path)?.places ?? 0) < constructions)
      expect(later.map(({ path }) => path).sort()).toEqual(Object.keys(builtLater).sort())
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
  ])('finds %s', (_, pattern) => {
    expect(slowAttack(pattern, attacksOn(pattern))).toBeDefined()
  })

  test.each([
    ['a run that begins where no other does', /(?<!\s)\s+$/],
    ['a bounded run', /<[^>]{0,40}>/g],
    ['single characters', /[<>&]/g],
  ])('accepts %s', (_, pattern) => {
    expect(slowAttack(pattern, attacksOn(pattern))).toBeUndefined()
  })
})
