import type { EphemeralContext } from '../../contracts/agent/agent.js'

/** Returns the context of an agent, followed by that of one of its runs. */
export function joinEphemeral(ofAgent: EphemeralContext, ofRun: EphemeralContext): EphemeralContext {
  const system = [ofAgent.system, ofRun.system].filter((text) => text).join('\n\n')
  return { system, prefill: [...(ofAgent.prefill ?? []), ...(ofRun.prefill ?? [])] }
}
