import type { Agent, AgentOptions } from './agent.js'

export function createAgent(_options: AgentOptions): Agent {
  throw new Error('being written')
}
