import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'
import type { PromptSize } from './measure-prompt.js'

const cli = cliInHome()
const { hermes } = cli

const measure = async (...args: readonly string[]): Promise<PromptSize> =>
  JSON.parse((await hermes('prompt-size', '--json', ...args)).out)

/** Tokens that every user pays for before the first word. When a feature adds to them, shorten something else. */
const budget = { freshInstall: 4_000, everythingOn: 6_500 }

/** Tools of some 80 tokens each, with a description and two parameters. */
const pluginWithTools = (count: number) => `
const tool = (_, index) => ({
  name: \`desk_action_\${index}\`, effect: 'read', toolset: 'desk', concurrency: 'safe', run: async () => '',
  description: 'Find tickets of the service desk, the newest first.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'Words, or a number.' }, limit: { type: 'integer' } },
    required: ['query'],
  },
})
export default {
  kind: 'plugin', id: 'desk', options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
  create: () => ({ name: 'desk', tools: Array.from({ length: ${count} }, tool) }),
}
`

test('keeps a fresh install within its token budget', async () => {
  const { totalTokens, system, tools } = await measure()
  expect(tools.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_file', 'terminal', 'clarify']))
  expect(system.parts.map(({ name }) => name)).toContain('skills')
  expect(totalTokens).toBeLessThan(budget.freshInstall)
})

test('keeps the largest setup within its token budget: full memory, the bundled skills, 40 tools', async () => {
  await mkdir(join(cli.home, 'memories'))
  const entries = (characters: number) =>
    Array.from({ length: 40 }, (_, index) => `Entry ${index}: the build runs on node ${index} with pnpm.`)
      .join('\n§\n')
      .slice(0, characters)
  await writeFile(join(cli.home, 'memories', 'MEMORY.md'), entries(2_150))
  await writeFile(join(cli.home, 'memories', 'USER.md'), entries(1_300))
  const own = (await measure()).tools.parts.length
  await writeFile(join(cli.home, 'desk.mjs'), pluginWithTools(40 - own))
  await writeFile(join(cli.home, 'config.yaml'), 'plugins: [{ use: ./desk.mjs }]\n')
  const { totalTokens, system, tools } = await measure()
  expect(tools.parts).toHaveLength(40)
  expect(system.parts.find(({ name }) => name === 'memory')?.tokens).toBeGreaterThan(600)
  expect(totalTokens).toBeLessThan(budget.everythingOn)
})

test('shows the cost of each part in a session with the model, if its price is known', async () => {
  expect(await measure()).not.toHaveProperty('session')
  const model = 'model: { provider: custom, base_url: "http://127.0.0.1:9", default: m }\n'
  const price = 'model_overrides: { m: { price: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 } } }\n'
  await writeFile(join(cli.home, 'config.yaml'), model + price)
  const { session, totalTokens, system, tools } = await measure()
  // One call writes to the cache, and 19 read from it.
  expect(session).toEqual({ calls: 20, microUsd: Math.round(totalTokens * (3.75 + 19 * 0.3)) })
  for (const { tokens, microUsd } of [...system.parts, ...tools.parts]) {
    expect(microUsd).toBe(Math.round(tokens * (3.75 + 19 * 0.3)))
  }
  const { out } = await hermes('prompt-size')
  expect(out).toMatch(/^[\d,]+ tokens in every request, .*; \$0\.0\d+ in a session of 20 model calls\n/)
  expect(out).toMatch(/^ {2}terminal +\d+ +\$0\.00\d+ █+/m)
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

test('leaves out project files, memory and skills with --ignore-rules, and also plugins with --safe-mode', async () => {
  await mkdir(join(cli.home, 'memories'))
  await writeFile(join(cli.home, 'memories', 'MEMORY.md'), 'Uses the blue kettle.')
  await writeFile(join(cli.home, 'AGENTS.md'), 'Tea is made with the blue kettle.')
  await writeFile(join(cli.home, 'desk.mjs'), pluginWithTools(1))
  await writeFile(join(cli.home, 'config.yaml'), 'plugins: [{ use: ./desk.mjs }]\ndisabled_features: [web]\n')
  const namesOf = ({ system, tools }: PromptSize) => [...system.parts, ...tools.parts].map(({ name }) => name)
  const usual = namesOf(await measure())
  const ignoring = namesOf(await measure('--ignore-rules'))
  const safe = namesOf(await measure('--safe-mode'))
  expect(usual).toEqual(expect.arrayContaining(['skills', 'memory', 'desk_action_0']))
  for (const name of ['skills', 'memory']) expect(ignoring).not.toContain(name)
  expect(ignoring).toContain('desk_action_0')
  expect(safe).not.toContain('desk_action_0')
  for (const names of [usual, ignoring, safe]) expect(names).not.toContain('web_search')
})
