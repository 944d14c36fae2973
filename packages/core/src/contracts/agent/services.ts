import { silentLogger } from '../values/logger.js'
import type { AgentServices } from './agent.js'

/** {@link AgentServices} with every default filled in. */
export type Services = Required<AgentServices>

/** Fills in the defaults of {@link AgentServices}. */
export function withDefaultServices(services: AgentServices = {}): Services {
  return { now: Date.now, monotonic: () => performance.now(), randomHex, logger: silentLogger, ...services }
}

function randomHex(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits)
}
