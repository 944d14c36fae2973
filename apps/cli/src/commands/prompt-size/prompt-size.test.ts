import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'
import type { PromptSize } from './measure-prompt.js'

const cli = cliInHome()
const { hermes } = cli

const measure = async (...args: readonly string[]): Promise<PromptSize> =>
  JSON.parse((await hermes('prompt-size', '--json', ...args)).out)

/** The token budget of all tools of the terminal, so that additions stay small. */
const budget = 6_000

test('keeps the tools of the terminal within the token budget', async () => {
  const { tools } = await measure()
  const line = (name: string, tokens: number) => `${String(tokens).padStart(6)}  ${name}\n`
  process.stdout.write(tools.parts.map(({ name, tokens }) => line(name, tokens)).join(''))
  process.stdout.write(line(`in all, of ${budget}`, tools.tokens))
  expect(tools.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_file', 'terminal', 'clarify']))
  expect(tools.tokens).toBeLessThan(budget)
})

test('counts all parts of a request, largest first', async () => {
  const size = await measure()
  for (const group of [size.system, size.tools]) {
    expect(group.parts.map(({ tokens }) => tokens)).toEqual(
      group.parts.map(({ tokens }) => tokens).toSorted((left, right) => right - left),
    )
    expect(group.tokens).toBe(group.parts.reduce((sum, { tokens }) => sum + tokens, 0))
  }
  expect(size.totalTokens).toBe(size.system.tokens + size.tools.tokens)
  await writeFile(join(cli.home, 'AGENTS.md'), 'Always use tabs. '.repeat(600))
  const withFile = await measure()
  expect(withFile.system.parts[0]?.name).toBe('project')
  expect(withFile.system.tokens).toBeGreaterThan(size.system.tokens + 1_800)
})

test('is smaller with fewer toolsets', async () => {
  const { tools } = await measure('--toolsets', 'file')
  expect(tools.parts.map(({ name }) => name).toSorted()).toEqual(['patch', 'read_file', 'search_files', 'write_file'])
  expect((await measure('--toolsets=-file')).tools.parts.map(({ name }) => name)).not.toContain('patch')
})

test('shows bars and the share of the window', async () => {
  const { code, out } = await hermes('prompt-size')
  expect(code).toBe(0)
  expect(out).toMatch(/^[\d,]+ tokens in every request, \d+\.\d % of a window of 128,000\n/)
  const [first, second] = out.slice(out.indexOf('Tools (')).split('\n').slice(1)
  expect(out).toMatch(/^ {2}\w+ +[\d,]+ █{40,}$/m)
  expect(first).toMatch(/^ {2}\w+ +[\d,]+ █+.?$/)
  expect(second?.length).toBeLessThanOrEqual(first?.length ?? 0)
})

test('rejects an unknown toolset with a hint', async () => {
  const { code, err } = await hermes('prompt-size', '--toolsets', 'filee')
  expect(code).toBe(1)
  expect(err).toContain('Did you mean "file"')
})
