import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark, Figures, Prepare } from '../benchmark.ts'
import { hermes, runNode } from '../hermes-command.ts'

const skills = join(import.meta.dirname, '../../skills')
const allTools = 40
/** The price in USD per million tokens. */
const price = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 }

/**
 * Measures the prompt and tools of a new session: in a new home, and in one with full memory files and 40 tools. Both list the
 * bundled skills.
 */
export const prompt: Benchmark = {
  id: 'prompt',
  title: 'the system prompt and tools before the first word: tokens, price, and the time to build them',
  rounds: 11,
  floor: 'fresh install',
  contenders: { 'fresh install': measuring(() => undefined), 'everything on': measuring(switchAllOn) },
  targets: [
    { contender: 'fresh install', figure: 'tokens', limit: 4_000 },
    { contender: 'everything on', figure: 'tokens', limit: 6_500 },
  ],
}

/** Counts the tokens like `hermes prompt-size`. A round opens a surface, as a new session does, and builds its prompt and tools. */
function measuring(fill: (folder: string) => void): Prepare {
  return async ({ folder }) => {
    writeHome(folder, {})
    fill(folder)
    const { totalTokens, session } = sizeIn(folder)
    const { homePaths, openHost } = await import('../../packages/runtime/dist/index.js')
    const paths = homePaths(join(folder, 'home'))
    const host = await openHost({ paths, variables: { PATH: process.env.PATH, HOME: folder }, bundledSkills: skills })
    return async (): Promise<Figures> => {
      const [start, cpu] = [performance.now(), process.cpuUsage()]
      await using runtime = await host.open({ surface: { source: 'cli' }, workingDirectory: folder })
      const tools = (await runtime.tools()).map(({ name }) => name)
      const context = { sessionId: 'bench', source: 'cli', model: runtime.model.id, tools }
      for (const { content } of runtime.promptSections) if (typeof content === 'function') await content(context)
      const wallMs = performance.now() - start
      const { user, system } = process.cpuUsage(cpu)
      return { wallMs, cpuMs: (user + system) / 1_000, tokens: totalTokens, milliUsd: session.microUsd / 1_000 }
    }
  }
}

function sizeIn(folder: string) {
  return JSON.parse(runNode([hermes, 'prompt-size', '--json'], { folder }))
}

function writeHome(folder: string, settings: object): void {
  mkdirSync(join(folder, 'home/memories'), { recursive: true })
  const model = { provider: 'custom', base_url: 'http://127.0.0.1:9', default: 'bench' }
  const overrides = { model, model_overrides: { bench: { price } } }
  writeFileSync(join(folder, 'home/config.yaml'), JSON.stringify({ ...overrides, ...settings }))
}

function switchAllOn(folder: string): void {
  const entries = Array.from({ length: 40 }, (_, index) => `Entry ${index}: the build runs on node ${index} with pnpm.`)
  writeFileSync(join(folder, 'home/memories/MEMORY.md'), entries.join('\n§\n').slice(0, 2_150))
  writeFileSync(join(folder, 'home/memories/USER.md'), entries.join('\n§\n').slice(0, 1_300))
  writeFileSync(join(folder, 'home/desk.mjs'), pluginWithTools(allTools - sizeIn(folder).tools.parts.length))
  writeHome(folder, { plugins: [{ use: './desk.mjs' }] })
}

/** Creates tools of some 80 tokens each, with a description and two parameters. */
function pluginWithTools(count: number): string {
  const parameters = {
    type: 'object',
    properties: { query: { type: 'string', description: 'Words, or a number.' }, limit: { type: 'integer' } },
    required: ['query'],
  }
  const facts = { description: 'Find tickets of the service desk, the newest first.', parameters }
  const tool = { ...facts, effect: 'read', toolset: 'desk', concurrency: 'safe' }
  return `
const tool = (_, index) => ({ ...${JSON.stringify(tool)}, name: \`desk_action_\${index}\`, run: async () => '' })
export default {
  kind: 'plugin', id: 'desk', options: { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value }) } },
  create: () => ({ name: 'desk', tools: Array.from({ length: ${count} }, tool) }),
}
`
}
