import type { Agent, Tool, ToolContext } from '@hermes/core'
import { finalOf } from './faulty-model.js'
import { firstChildTurn, type World } from './world.js'

/** Creates tools that work, fail, hang, or ignore their signal. `world.effects` records what they did. */
export function createFaultyTools(world: World, agentOf: () => Agent): readonly Tool[] {
  const act =
    (name: string) =>
    async (_: unknown, { callId }: ToolContext) => {
      await world.wait()
      world.effects.push({ tool: name, callId })
      await world.wait()
      return `${name} ${callId}: done`
    }
  const child = async (_: unknown, { callId, run, signal }: ToolContext) => {
    const turn = firstChildTurn + Number(callId.replace(/\D/g, ''))
    const { outcome, finalResponse } = await agentOf().run(`turn ${turn}`, { signal, ...(run && { parent: run }) })
      .result
    if (outcome.status === 'completed' && finalResponse !== finalOf(turn))
      throw new Error('The child told something else.')
    return `${outcome.status}: ${finalResponse}`
  }
  return [
    tool('look', 'read', act('look')),
    tool('set', 'idempotent', act('set')),
    tool('send', 'once', act('send')),
    tool('child', 'once', child),
    tool('fail', 'read', async () => {
      await world.wait()
      throw new Error('It did not work.')
    }),
    tool('hang', 'once', (_, { signal }) => {
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    }),
    tool('deaf', 'once', () => new Promise(() => undefined)),
  ]
}

function tool(name: string, effect: Tool['effect'], run: Tool['run']): Tool {
  const parameters = { type: 'object', properties: { n: { type: 'number' } } }
  return { name, effect, run, parameters, description: `${name}.`, toolset: 'test', concurrency: 'safe' }
}
