import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readText, root } from './source-files.js'

const table = readText('docs/recovery.md')
const rows = table.split('\n').filter((line) => /^\| `[a-z/-]+` \|/.test(line))
const codesIn = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, code = '']) => code)

/** Returns the rule names in the code. */
function codesOf(glob: string, pattern: RegExp): readonly string[] {
  const files = globSync(glob, { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  return [...new Set(files.flatMap((path) => codesIn(pattern, readText(path))))].sort()
}

const codes = {
  'a notice of the loop': codesOf(
    'packages/core/src/{agent,compression}/**/*.ts',
    /(?:const code = |notify\(\s*|type: 'notice', code: )'([a-z-]+)'/g,
  ),
  'a way to go in circles': codesOf('packages/core/src/guardrail/wording.ts', /'(guardrail\/[a-z-]+)': \(/g),
  'a notice of a provider': codesOf('packages/transports/src/wrap/*.ts', /toNotice\('([a-z-]+)'/g),
}

describe.each(Object.entries(codes))('%s', (_, known) => {
  test('has one row in the table', () => {
    expect(known.length).toBeGreaterThan(3)
    const listed = rows.flatMap((row) => codesIn(/^\| `([^`]+)` \|/g, row))
    expect(known.map((code) => [code, listed.filter((one) => one === code).length])).toEqual(
      known.map((code) => [code, 1]),
    )
  })
})

test('names an existing rule and a test in every row', () => {
  const known = Object.values(codes).flat()
  for (const row of rows) {
    expect(known).toContain(codesIn(/^\| `([^`]+)` \|/g, row)[0])
    expect(row).toMatch(/\.test\.ts\): \S/)
  }
})

const proofs = [...table.matchAll(/\]\(\.\.\/([^)]+\.test\.ts)\): (.*?)(?=<br>| \||\)\n|$)/gm)].map(
  ([, path = '', name = '']) => [name, path] as const,
)

test('finds the proofs', () => {
  expect(proofs.length).toBeGreaterThan(rows.length)
})

test.each(proofs)('"%s" is a test of %s', (name, path) => {
  expect(readText(path)).toContain(`'${name}'`)
})
