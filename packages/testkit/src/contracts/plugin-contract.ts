import { type AgentEvent, createAgent, createMemoryStore, maxSectionChars, type Plugin } from '@hermes/core'
import { promptSectionsOf } from '@hermes/core/wiring'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeTools } from '../fakes/fake-tools.js'
import { call, text } from '../fakes/reply.js'
import { scripted } from '../fakes/scripted-transport.js'
import { testLimitMs } from './time-limits.js'

export interface PluginContractOptions {
  /** The name of the plugin in the report. */
  readonly name: string
  /** Creates the plugin before each test. The suite disposes of it if it is disposable. */
  create(): PluginSubject | Promise<PluginSubject>
}

type PluginSubject = Plugin & Partial<AsyncDisposable>

/**
 * Registers the vitest suite for a {@link Plugin}. It runs turns of an agent with the plugin and one extra tool. The tools of the
 * plugin are not called: see `toolContract`.
 *
 * @example
 * ```ts
 * pluginContract({ name: 'weather', create: () => weather.create({ city: 'Oslo' }, host) })
 * ```
 */
export function pluginContract({ name, create }: PluginContractOptions): void {
  describe(`Plugin contract: ${name}`, { timeout: testLimitMs }, () => {
    let plugin: PluginSubject
    beforeEach(async () => {
      plugin = await create()
    }, testLimitMs)
    afterEach(() => plugin[Symbol.asyncDispose]?.(), testLimitMs)

    test('has a name, and unique names for its contributions', () => {
      expect(plugin.name.trim()).not.toBe('')
      expectDistinct(plugin.tools?.map((tool) => tool.name))
      expectDistinct(plugin.promptSections?.map(({ id }) => id))
      expectDistinct(plugin.commands?.map((command) => command.name))
      for (const { name: command, description } of plugin.commands ?? []) {
        expect(command).toMatch(/^[a-z0-9-]+$/)
        expect(description.trim()).not.toBe('')
      }
    })

    test('lets turns complete without failing hooks', async () => {
      const { events, outcomes } = await converse(plugin)
      expect(outcomes).toEqual(['completed', 'completed'])
      expect(events.flatMap((event) => (event.type === 'notice' ? event.code : []))).not.toContain('hook-failed')
    })

    test('adds its tools and their guidance to requests', async () => {
      const { requests } = await converse(plugin)
      const [first] = requests
      for (const tool of plugin.tools ?? []) {
        expect(first?.tools.map((each) => each.name)).toContain(tool.name)
        if (tool.guidance) expect(first?.system).toContain(tool.guidance.trim())
      }
    })

    test('keeps the prompt prefix stable across turns', async () => {
      const { requests } = await converse(plugin)
      expect(new Set(requests.map(({ system }) => system)).size).toBe(1)
    })

    test('has bounded prompt sections that are as stable as declared', async () => {
      const sections = plugin.promptSections ?? []
      for (const { id, content, stability = 'stable' } of sections) {
        const textIn = async (sessionId: string) =>
          typeof content === 'string' ? content : content({ sessionId, source: 'test', model: 'm', tools: [] })
        const [one, other] = [await textIn('one'), await textIn('other')]
        expect(one.length, id).toBeLessThanOrEqual(maxSectionChars)
        if (stability === 'stable') expect(one, id).toBe(other)
      }
      expect(promptSectionsOf({ plugins: [plugin] }).length).toBeGreaterThanOrEqual(sections.length)
    })
  })
}

/** Runs two turns of one session, with a tool call in the first. */
async function converse(plugin: Plugin) {
  const transport = scripted([call('own_tool', { n: 1 }), text('one'), text('two')])
  const agent = createAgent({
    transport,
    model: { id: 'm' },
    store: createMemoryStore(),
    tools: fakeTools({ own_tool: () => 'done' }),
    plugins: [plugin],
  })
  const events: AgentEvent[] = []
  const outcomes: string[] = []
  for (const said of ['first', 'second']) {
    const run = agent.run(said, { sessionId: 's', session: { source: 'test', userId: 'ada' } })
    for await (const event of run) events.push(event)
    outcomes.push((await run.result).outcome.status)
  }
  await agent.session('s').end('new_session')
  return { events, outcomes, requests: transport.requests }
}

function expectDistinct(names: readonly string[] = []): void {
  expect(new Set(names).size).toBe(names.length)
}
