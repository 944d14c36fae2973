import type { RemoteCall } from '@hermes/acp'
import { type Agent, ConfigError, defineTool, type Logger, type RunContext, type Tool } from '@hermes/core'
import type { OtherAgent } from '@hermes/tools/delegate'
import * as z from 'zod'
import type { Variables } from '../../home/home-paths.js'
import type { AgentSetup } from '../../host.js'
import type { PackageCheck } from '../../malware/package-check.js'
import type { AcpAgentConfig } from '../../schema/features/acp-agents.js'
import { createServerProcesses, type ServerProcesses } from '../../services/server-processes.js'

export interface OtherAgentsOptions {
  readonly agents: Readonly<Record<string, AcpAgentConfig>>
  readonly workingDirectory: string
  readonly variables: Variables
  readonly logger: Logger
  /** Checks the package of a program before it starts. */
  readonly packages: PackageCheck
}

/** The agents of other programs. Disposing it ends the programs. */
export interface OtherAgents extends AsyncDisposable {
  readonly list: readonly OtherAgent[]
  /** Opens an agent by its name. @throws {ConfigError} when there is no such agent. */
  open(name: string, parent: AgentSetup, run: RunContext): Promise<Agent>
}

/**
 * Opens agents of other programs. Each works with its own tools in the working folder, and its requests pass the gate of the agent that delegates.
 */
export function otherAgents({ agents, ...place }: OtherAgentsOptions): OtherAgents {
  const { workingDirectory } = place
  let processes: ServerProcesses | undefined

  async function open(name: string, parent: AgentSetup, run: RunContext): Promise<Agent> {
    const config = agents[name]
    if (!config) throw new ConfigError('acp_agents', `There is no agent "${name}": ${Object.keys(agents).join(', ')}.`)
    const { createAcpTransport } = await import('@hermes/acp')
    const tool = askingTool(name)
    const transport = createAcpTransport({
      name,
      workingDirectory,
      start(signal) {
        const { command, args, env: variables } = config
        processes ??= createServerProcesses(place)
        return processes.start({ kind: 'stdio', command, args, variables }, signal)
      },
      async review(call, signal) {
        const { id: callId, ...args } = call
        const { sessionId } = run
        const request = { tool, args, callId, sessionId, taskId: sessionId, run }
        return (await parent.gate.review(request, { signal })).allowed
      },
    })
    const { engine: _, providerOptions: __, opening: ___, ...main } = parent.main
    const model = { id: name, provider: 'acp', isOffline: false }
    return parent.openChild({ main: { ...main, transport, model }, tools: [], prompt: [] })
  }

  return {
    list: Object.entries(agents).map(([name, { description }]) => ({ name, description })),
    open,
    async [Symbol.asyncDispose]() {
      await processes?.[Symbol.asyncDispose]()
    },
  }
}

/** Represents the calls of another agent at the gate. It is never run, because the other agent itself does what was allowed. */
function askingTool(agent: string): Tool {
  return defineTool({
    name: `agent_${agent}`,
    description: `A call of the agent ${agent}.`,
    toolset: 'delegation',
    parameters: z.looseObject({}),
    effect: 'once',
    concurrency: 'never',
    assess: async (args) => ({
      verdict: 'ask',
      reasons: [`The agent "${agent}" asks for it, and does it with its own tools.`],
      subject: subjectOf(args),
      // The titles are the other agent's own words, so an answer only covers what was shown.
      consent: { text: `calls of "${agent}" like this one`, keys: [JSON.stringify([agent, args])] },
    }),
    run: async () => {
      throw new Error('A call of another agent is not run here.')
    },
  })
}

function subjectOf(args: Readonly<Record<string, unknown>>): string {
  const { title, kind, args: input }: Partial<RemoteCall> = args
  return [`${kind}: ${title}`, JSON.stringify(input, null, 2)].join('\n')
}
